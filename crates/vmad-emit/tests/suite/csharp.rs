//! C# with Mono.

use vmad_emit::{Language, Options};

use crate::tool::{Prepared, Target, cases, run, write};

/// Reads vectors and counts the differences.
pub(crate) const DRIVER: &str = r#"
public static class Test
{
    public static void Main()
    {
        var bytes = System.IO.File.ReadAllBytes("vectors");
        var v = new uint[bytes.Length / 4];
        System.Buffer.BlockCopy(bytes, 0, v, 0, bytes.Length);
        int total = 0, differences = 0;
        for (int i = 0; i < v.Length; i += 7) {
            uint d = Calls.Call(v[i], v[i + 1], v[i + 2], v[i + 3], (ulong)v[i + 5] << 32 | v[i + 4]);
            total++;
            if (d != v[i + 6] && differences++ == 0)
                System.Console.WriteLine("f{0}({1:x8}, {2:x8}, {3:x8}) = {4:x8}, expected {5:x8}",
                    v[i], v[i + 1], v[i + 2], v[i + 3], d, v[i + 6]);
        }
        System.Console.WriteLine("{0} cases, {1} differences", total, differences);
    }
}
"#;

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = Language::CSharp.print(&prepared.functions, options);
    write(&folder.join("emitted.cs"), &change(&text));
    let calls = cases(&prepared.functions, "word", ["(", " ? 1u : 0u)"]);
    let call = format!(
        "using static VideoInstructions; public static class Calls {{ public static uint Call(uint f, uint a, uint b, uint c, ulong word) {{ switch (f) {{ {calls} }} return 0; }} }}"
    );
    write(&folder.join("test.cs"), &format!("{call}{DRIVER}"));
    run(folder, "mcs -warnaserror -checked+ -out:test.exe test.cs emitted.cs");
    run(folder, "mono test.exe")
}

const MONO: Target = Target {
    name: "C#",
    programs: &["mcs", "mono"],
    needs_vulkan: false,
    output,
    longs: &[true, false],
    broken: &[[" + ", " - "]],
};

#[test]
fn mono() {
    MONO.check();
    if MONO.is_here() {
        let prepared = Prepared::of_every_word(1);
        prepared.check(&output(&prepared, Options::default(), &str::to_owned));
    }
}
