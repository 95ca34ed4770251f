//! PTX with ptxas, which makes no video instruction of it.

use std::env;

use vmad_emit::{Language, Options};

use crate::tool::{Prepared, has, run, write};

#[test]
fn ptxas() {
    let ptxas = env::var("PTXAS").unwrap_or_else(|_| "ptxas".to_owned());
    if !has("ptx::ptxas", &ptxas) {
        return;
    }
    let prepared = Prepared::new(Language::Ptx);
    let folder = prepared.folder.path();
    for longs in [true, false] {
        let text = Language::Ptx.print(&prepared.functions, Options { longs: Some(longs) });
        assert!(!text.contains("vmad."), "a video instruction");
        write(&folder.join("emitted.ptx"), &text);
        for arch in ["sm_60", "sm_75"] {
            let text = text
                .replace(".target sm_60", &format!(".target {arch}"))
                .replace(".version 6.0", ".version 6.4");
            write(&folder.join("emitted.ptx"), &text);
            run(folder, &format!("{ptxas} -O0 -c -arch={arch} -o emitted.cubin emitted.ptx"));
        }
    }
}
