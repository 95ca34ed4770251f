// The library: sends it a request as JSON, and returns its answer.

let library = null;
// The compiled library, for workers.
let compiled = null;

async function load() {
  const text = document.getElementById("wasm").textContent;
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  compiled = await new Response(unpacked).arrayBuffer();
  library = (await WebAssembly.instantiate(compiled, {})).instance.exports;
}

const ask = (request) => exchange(library, request);

function exchange(library, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = library.vmad_request(bytes.length);
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
  const answer = library.vmad_answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(library.memory.buffer, answer, library.vmad_length())));
}

// A worker with a library of its own, for an answer that takes long. It posts the answer; `terminate` stops it.
function worker(request) {
  const script = `${exchange}
onmessage = async ({ data }) => postMessage(exchange((await WebAssembly.instantiate(data.compiled, {})).instance.exports, data.request));`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const started = new Worker(address);
  started.postMessage({ compiled, request });
  return started;
}
