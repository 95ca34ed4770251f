//! The reserved words of the languages.

use super::Language;

/// C23 and C++23.
const C: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class \
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete \
    do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace \
    new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict \
    return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try \
    typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t while xor xor_eq _Alignas \
    _Alignof _Atomic _BitInt _Bool _Complex _Decimal128 _Decimal32 _Decimal64 _Generic _Imaginary _Noreturn _Static_assert \
    _Thread_local main uint32_t uint64_t int32_t int64_t";

/// C#, without the words that are reserved in some contexts only.
const CSHARP: &str = "abstract as base bool break byte case catch char checked class const continue decimal default delegate do \
    double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is \
    lock long namespace new null object operator out override params private protected public readonly ref return sbyte \
    sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort \
    using virtual void volatile while";

/// GLSL 4.60, with the words that it reserves for later versions.
const GLSL: &str = "active asm atomic_uint attribute bool break buffer bvec2 bvec3 bvec4 case cast centroid class coherent common \
    const continue default discard dmat2 dmat2x2 dmat2x3 dmat2x4 dmat3 dmat3x2 dmat3x3 dmat3x4 dmat4 dmat4x2 dmat4x3 dmat4x4 do \
    double dvec2 dvec3 dvec4 else enum extern external false filter fixed flat float for fvec2 fvec3 fvec4 goto half highp \
    hvec2 hvec3 hvec4 if iimage1D iimage1DArray iimage2D iimage2DArray iimage2DMS iimage2DMSArray iimage2DRect iimage3D \
    iimageBuffer iimageCube iimageCubeArray image1D image1DArray image2D image2DArray image2DMS image2DMSArray image2DRect \
    image3D imageBuffer imageCube imageCubeArray in inline inout input int interface invariant isampler1D isampler1DArray \
    isampler2D isampler2DArray isampler2DMS isampler2DMSArray isampler2DRect isampler3D isamplerBuffer isamplerCube \
    isamplerCubeArray ivec2 ivec3 ivec4 layout long lowp mat2 mat2x2 mat2x3 mat2x4 mat3 mat3x2 mat3x3 mat3x4 mat4 mat4x2 \
    mat4x3 mat4x4 mediump namespace noinline noperspective out output partition patch precise precision public readonly \
    resource restrict return sample sampler1D sampler1DArray sampler1DArrayShadow sampler1DShadow sampler2D sampler2DArray \
    sampler2DArrayShadow sampler2DMS sampler2DMSArray sampler2DRect sampler2DRectShadow sampler2DShadow sampler3D \
    sampler3DRect samplerBuffer samplerCube samplerCubeArray samplerCubeArrayShadow samplerCubeShadow shared short sizeof \
    smooth static struct subroutine superp switch template this true typedef uimage1D uimage1DArray uimage2D uimage2DArray \
    uimage2DMS uimage2DMSArray uimage2DRect uimage3D uimageBuffer uimageCube uimageCubeArray uint uniform union unsigned \
    usampler1D usampler1DArray usampler2D usampler2DArray usampler2DMS usampler2DMSArray usampler2DRect usampler3D \
    usamplerBuffer usamplerCube usamplerCubeArray using uvec2 uvec3 uvec4 varying vec2 vec3 vec4 void volatile while \
    writeonly main";

/// SystemVerilog, IEEE 1800-2017.
const SYSTEMVERILOG: &str = "accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before \
    begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config \
    const constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge \
    else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule \
    endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event eventually expect export \
    extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0 highz1 if \
    iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input inside instance int \
    integer interconnect interface intersect join join_any join_none large let liblist library local localparam logic longint \
    macromodule matches medium modport module nand negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null \
    or output package packed parameter pmos posedge primitive priority program property protected pull0 pull1 pulldown pullup \
    pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg reject_on release \
    repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared \
    sequence shortint shortreal showcancelled signed small soft solve specify specparam static string strong strong0 strong1 \
    struct super supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit \
    tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned until until_with untyped \
    use uwire var vectored virtual void wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor";

/// Rust, all editions, with the words that it reserves.
const RUST: &str = "Self _ abstract as async await become box break const continue crate do dyn else enum extern false final \
    fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true \
    try type typeof unsafe unsized use virtual where while yield";

/// HLSL, with the words that it reserves.
const HLSL: &str = "AppendStructuredBuffer BlendState Buffer ByteAddressBuffer CompileShader ComputeShader \
    ConsumeStructuredBuffer DepthStencilState DepthStencilView DomainShader GeometryShader Hullshader InputPatch LineStream \
    NULL OutputPatch PixelShader PointStream RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D RWTexture1DArray \
    RWTexture2D RWTexture2DArray RWTexture3D RasterizerState RenderTargetView SamplerComparisonState SamplerState \
    StructuredBuffer Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray Texture3D TriangleStream \
    VertexShader asm asm_fragment auto bool break case catch cbuffer centroid char class column_major compile \
    compile_fragment const const_cast continue default delete discard do double dword dynamic_cast else enum explicit export \
    extern false float for friend fxgroup goto groupshared half if in inline inout int interface line lineadj linear long \
    main matrix min10float min12int min16float min16int min16uint mutable namespace new nointerpolation noperspective \
    operator out packoffset pass pixelfragment point precise private protected public register reinterpret_cast return \
    row_major sample sampler shared short signed sizeof snorm stateblock stateblock_state static static_cast string struct \
    switch tbuffer technique technique10 technique11 template texture this throw triangle triangleadj true try typedef \
    typename uint uniform union unorm unsigned using vector vertexfragment virtual void volatile while";

/// WGSL, with the words that it reserves and the types of the output.
const WGSL: &str = "NULL Self _ abstract active alias alignas alignof as asm asm_fragment async attribute auto await become \
    bool break case cast catch class co_await co_return co_yield coherent column_major common compile compile_fragment \
    concept const const_assert const_cast consteval constexpr constinit continue continuing crate debugger decltype default \
    delete demote demote_to_helper diagnostic discard do dynamic_cast else enable enum explicit export extends extern \
    external fallthrough false filter final finally fn for friend from fxgroup get goto groupshared highp i32 if impl \
    implements import inline instanceof interface layout let loop lowp macro macro_rules match mediump meta mod module move \
    mut mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of \
    operator override package packoffset partition pass patch pixelfragment precise precision premerge priv protected pub \
    public readonly ref regardless register reinterpret_cast require requires resource restrict return self set shared \
    sizeof smooth snorm static static_assert static_cast std struct subroutine super switch target template this \
    thread_local throw trait true try type typedef typeid typename typeof u32 union unless unorm unsafe unsized use using \
    var varying virtual volatile wgsl where while with writeonly yield";

impl Language {
    /// Whether an output cannot have this name, because the language reserves it or starts its own names so, or because
    /// another output of this project has it. Names of
    /// SPIR-V, LLVM IR and PTX have a mark, or stand where no instruction can.
    pub fn is_reserved(self, name: &str) -> bool {
        let (words, is_other) = match self {
            Self::C => (C, name.starts_with("__") || name.starts_with("vmadlib_")),
            Self::CSharp => (CSHARP, false),
            Self::Glsl => (GLSL, name.starts_with("gl_") || name.contains("__")),
            Self::Rust => (RUST, false),
            Self::Hlsl => (HLSL, name.contains("__")),
            Self::Wgsl => (WGSL, name.starts_with("__")),
            // The modules of the examples, which are beside the emitted ones in a bench.
            Self::SystemVerilog => (SYSTEMVERILOG, matches!(name, "vmad_unit" | "video_unit")),
            // The identifier `_` alone is a sink.
            Self::Ptx => ("", name == "_" || name == "WARP_SZ"),
            Self::SpirV | Self::Llvm | Self::Json => ("", false),
        };
        is_other || words.split(' ').any(|word| word == name)
    }
}
