//! A cubin, and the texts with which it is compared.

use std::{collections::HashMap, io::Cursor};

use vmad_files::{
    contents::Contents,
    cubin::{self, CubinError, DebugInfo},
};
use vmad_ptx::module::Module;
use vmad_sass::AnyArch;
use vmad_validate::wide::WideContents;

use super::{Args, Compiled, compare, wide};
use crate::{
    failure::{Exit, Failure},
    output::Out,
    ptx::file,
};

/// A PTX text with its name.
pub(super) struct Ptx<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    pub(super) module: Module,
}

impl<'a> Ptx<'a> {
    pub(super) fn new(name: &'a str, text: &'a str) -> Result<Self, Failure> {
        Ok(Self { name, text, module: file::module(name, text)? })
    }
}

/// A cubin that was read for comparisons.
pub(super) struct Cubin<'a> {
    name: &'a str,
    code: CubinCode,
}

enum CubinCode {
    Narrow(Contents),
    /// For sm_70 or later, with advice.
    Wide(WideContents, String),
}

impl<'a> Cubin<'a> {
    pub(super) fn read(name: &'a str, bytes: &[u8]) -> Result<Self, Failure> {
        let refuse = |error: CubinError| Failure::input(name, &error);
        let file = || Cursor::new(bytes);
        let code = match Contents::read(file()) {
            Ok(contents) => CubinCode::Narrow(contents),
            Err(error) => {
                let later = error.later().ok_or_else(|| refuse(error))?;
                let cubin = cubin::Cubin::read_any(file()).map_err(refuse)?;
                let AnyArch::Wide(arch) = cubin.arch else { return Err(Failure::input(name, &later)) };
                CubinCode::Wide(WideContents::read(&cubin, arch, file()).map_err(refuse)?, later)
            }
        };
        Ok(Self { name, code })
    }

    fn debug(&self) -> &DebugInfo {
        match &self.code {
            CubinCode::Narrow(contents) => &contents.debug,
            CubinCode::Wide(contents, _) => &contents.debug,
        }
    }

    /// Whether it embeds PTX.
    pub(super) fn has_ptx(&self) -> bool {
        !self.debug().ptx().is_empty()
    }

    /// The names of its kernels, some of them several times.
    pub(super) fn kernels(&self) -> Vec<&str> {
        match &self.code {
            CubinCode::Narrow(contents) => contents.codes.iter().map(|code| code.kernel.as_str()).collect(),
            CubinCode::Wide(contents, _) => contents.kernels.iter().map(|kernel| &**kernel).collect(),
        }
    }

    /// Compares it with the PTX that it embeds.
    pub(super) fn compare_embedded(self, asked: &Args, out: &mut Out) -> Result<Exit, Failure> {
        let name = self.name;
        self.require_code()?;
        if !self.has_ptx() {
            let message = "it embeds no PTX, which `ptxas -lineinfo` writes: name the PTX file too, before it; \
                           `vmad check FILE.ptx` runs ptxas so";
            return Err(Failure::input(name, message));
        }
        let ptx_name = format!("{name}, its PTX");
        let texts = self.debug().ptx().to_vec();
        let texts: Vec<Ptx<'_>> =
            texts.iter().map(|text| Ptx::new(&ptx_name, text)).collect::<Result<_, _>>()?;
        // The first text with a function of a name.
        let functions: HashMap<&str, usize> = (0..texts.len())
            .rev()
            .flat_map(|place| {
                texts[place].module.functions.iter().map(move |function| (function.name.as_str(), place))
            })
            .collect();
        let with_function = |function: &str| functions.get(function).copied();
        let mut verdict = Exit::default();
        match self.code {
            CubinCode::Narrow(contents) => {
                let (arch, maker) = (contents.arch, contents.maker.clone());
                for (ptx, codes) in texts.iter().zip(contents.by_ptx(with_function)) {
                    let compiled =
                        Compiled { name, arch, maker: maker.clone(), codes, of_other_ptx: Vec::new() };
                    verdict = verdict.max(compare(asked, ptx, compiled, out)?);
                }
            }
            CubinCode::Wide(contents, later) => {
                let arch = contents.arch;
                for (ptx, words) in texts.iter().zip(contents.by_ptx(with_function)) {
                    verdict = verdict.max(wide::compare(asked, ptx, arch, &words, &later, out)?);
                }
            }
        }
        Ok(verdict)
    }

    /// Compares it with a PTX text.
    pub(super) fn compare(self, asked: &Args, ptx: &Ptx<'_>, out: &mut Out) -> Result<Exit, Failure> {
        let name = self.name;
        self.require_code()?;
        match self.code {
            CubinCode::Narrow(mut contents) => {
                let of_other_ptx = contents.keep(ptx.text);
                let Contents { arch, maker, codes, .. } = contents;
                compare(asked, ptx, Compiled { name, arch, maker, codes, of_other_ptx }, out)
            }
            CubinCode::Wide(mut contents, later) => {
                contents.keep_lines(ptx.text);
                wide::compare(asked, ptx, contents.arch, &contents.words, &later, out)
            }
        }
    }

    fn require_code(&self) -> Result<(), Failure> {
        let is_empty = self.kernels().is_empty();
        if is_empty { Err(Failure::input(self.name, &CubinError::NoCode)) } else { Ok(()) }
    }
}
