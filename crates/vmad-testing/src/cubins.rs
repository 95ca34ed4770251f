//! Cubins of any size: what nvlink writes for many objects, each with its PTX and its line table.

/// A section of an ELF file.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// `sh_type`.
    pub kind: u32,
    /// `sh_flags`.
    pub flags: u64,
    /// `sh_link` and `sh_info`.
    pub links: [u32; 2],
    /// `sh_entsize`.
    pub entry: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const STRTAB: u32 = 3;
const REL: u32 = 9;
/// Allocated and executable.
const CODE: u64 = 6;

/// An ELF file for sm_50 with these sections, from number 1 on, and one more with their names.
pub fn elf(sections: &[Section]) -> Vec<u8> {
    let (mut file, mut headers, mut names) = (vec![0; 64], vec![0; 64], vec![0]);
    let last = Section { name: ".shstrtab".to_owned(), kind: STRTAB, ..Section::default() };
    for section in sections.iter().chain([&last]) {
        let name = names.len() as u32;
        names.extend(section.name.bytes().chain([0]));
        let bytes = if section.name == last.name { &names } else { &section.bytes };
        headers.extend([name, section.kind].map(u32::to_le_bytes).concat());
        headers
            .extend([section.flags, 0, file.len() as u64, bytes.len() as u64].map(u64::to_le_bytes).concat());
        headers.extend(section.links.map(u32::to_le_bytes).concat());
        headers.extend([8, section.entry].map(u64::to_le_bytes).concat());
        file.extend(bytes);
    }
    let count = sections.len() as u16 + 2;
    file[..16].copy_from_slice(b"\x7fELF\x02\x01\x01\x33\x07\0\0\0\0\0\0\0");
    file[16..24].copy_from_slice(&[2, 0, 190, 0, 129, 0, 0, 0]);
    let table = file.len() as u64;
    file[40..48].copy_from_slice(&table.to_le_bytes());
    file[48..52].copy_from_slice(&0x32_0032_u32.to_le_bytes());
    file[52..64].copy_from_slice(&[64, 0, 56, 0, 0, 0, 64, 0, 0, 0, 0, 0]);
    file[60..62].copy_from_slice(&count.to_le_bytes());
    file[62..64].copy_from_slice(&(count - 1).to_le_bytes());
    file.extend(headers);
    file
}

/// An object: a kernel of one video instruction, on line 5.
pub fn ptx(number: usize) -> String {
    format!(
        ".version 8.0\n.target sm_50\n.address_size 64\n.visible .entry k{number}(.param .u32 p) {{ .reg .u32 %r<4>;\n\
         vmad.u32.u32.u32 %r1, %r2.b0, %r3.b0, %r4;\nst.global.u32 [0], %r1;\nret;\n}}\n"
    )
}

/// What nvlink writes for so many objects of [`ptx`].
pub fn linked(objects: usize) -> Vec<u8> {
    let code = code();
    let mut sections = Vec::new();
    let (mut symbols, mut strings, mut table, mut relocations) =
        (vec![0; 24], vec![0], Vec::new(), Vec::new());
    for number in 0..objects {
        let text = Section { kind: PROGBITS, ..Section::default() };
        let ptx = Section {
            name: debug_ptx(number),
            bytes: ptx(number).replace('\n', "\0").into(),
            ..text.clone()
        };
        let name = format!(".text.k{number}");
        sections.extend([ptx, Section { name, flags: CODE, bytes: code.clone(), ..text }]);
        // A global function in the section of the code.
        symbols.extend((strings.len() as u32).to_le_bytes());
        symbols.extend([0x12, 0]);
        symbols.extend((sections.len() as u16).to_le_bytes());
        symbols.extend([0, code.len() as u64].map(u64::to_le_bytes).concat());
        strings.extend(format!("k{number}\0").bytes());
        let (unit, address) = unit(&debug_ptx(number), code.len());
        relocations.extend(
            [(table.len() + address) as u64, ((number + 1) as u64) << 32 | 2].map(u64::to_le_bytes).concat(),
        );
        table.extend(unit);
    }
    let count = sections.len() as u32;
    let section = |name: &str, kind, links, entry, bytes| {
        let name = name.to_owned();
        Section { name, kind, links, entry, bytes, flags: 0 }
    };
    sections.extend([
        section(".strtab", STRTAB, [0; 2], 0, strings),
        section(".symtab", SYMTAB, [count + 1, 1], 24, symbols),
        section(".nv_debug_line_sass", PROGBITS, [0; 2], 0, table),
        section(".rel.nv_debug_line_sass", REL, [count + 2, count + 3], 16, relocations),
    ]);
    elf(&sections)
}

/// A cubin with kernels of one video instruction, without a line table.
pub fn object(kernels: &[&str]) -> Vec<u8> {
    let kernel = |kernel: &&str| {
        let name = format!(".text.{kernel}");
        Section { name, kind: PROGBITS, flags: CODE, bytes: code(), ..Section::default() }
    };
    elf(&kernels.iter().map(kernel).collect::<Vec<_>>())
}

/// A bundle with the word of [`ptx`].
fn code() -> Vec<u8> {
    const NOP: u64 = 0x50b0_0000_0007_0f00;
    [0x001f_c400_fe20_07f1, 0x5f04_0200_0037_0200, NOP, NOP].map(u64::to_le_bytes).concat()
}

fn debug_ptx(number: usize) -> String {
    format!(".nv_debug_ptx_txt.{number}")
}

/// The unit of a line table (DWARF 2) that puts code on line 5 of the PTX of a section, and the place of its address.
fn unit(ptx: &str, length: usize) -> (Vec<u8>, usize) {
    // Lengths of instructions, the special opcodes, the operands of opcodes 1 to 9, no folders, one file.
    let mut header = vec![1, 1, 0xfb, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0];
    header.extend(ptx.bytes());
    header.extend([0, 0, 0, 0, 0]);
    // set_address, advance_line 4, copy, advance_pc, end_sequence.
    let mut program = vec![0, 9, 2];
    program.extend([0; 8]);
    program.extend([3, 4, 1, 2, length as u8, 0, 1, 1]);
    let address = 10 + header.len() + 3;
    let mut unit = ((6 + header.len() + program.len()) as u32).to_le_bytes().to_vec();
    unit.extend(2_u16.to_le_bytes());
    unit.extend((header.len() as u32).to_le_bytes());
    unit.extend(header);
    unit.extend(program);
    (unit, address)
}

/// A fat binary of images: the kind (1 PTX, 2 a cubin), the architecture, the contents.
pub fn fat_binary(images: &[(u16, u32, Vec<u8>)]) -> Vec<u8> {
    let mut all = Vec::new();
    for (kind, arch, contents) in images {
        let mut contents = contents.clone();
        contents.resize(contents.len().next_multiple_of(8), 0);
        let mut header = [0; 64];
        header[..2].copy_from_slice(&kind.to_le_bytes());
        header[2..8].copy_from_slice(&[1, 1, 64, 0, 0, 0]);
        header[8..16].copy_from_slice(&(contents.len() as u64).to_le_bytes());
        header[28..32].copy_from_slice(&arch.to_le_bytes());
        all.extend(header);
        all.extend(contents);
    }
    let mut file = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    file.extend((all.len() as u64).to_le_bytes());
    file.extend(all);
    file
}
