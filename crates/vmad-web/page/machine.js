// The library: sends it a request as JSON, and returns its answer.

let library = null;

async function load() {
  const text = document.getElementById("wasm").textContent;
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(unpacked).arrayBuffer(), {});
  library = instance.exports;
}

function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = library.vmad_request(bytes.length);
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
  const answer = library.vmad_answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(library.memory.buffer, answer, library.vmad_length())));
}
