// `differs` is 0 for all inputs if and only if the unit and the emitted module compute the same for every legal word whose
// bits of MASK are those of VALUE.
module proof #(
    parameter [63:0] MASK = 64'hfe00000000000000,
    parameter [63:0] VALUE = 64'h3a00000000000000,
    parameter integer BUG = 0
) (
    input  logic [63:0] fields,
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [31:0] c,
    output logic        differs
);
  wire [63:0] word = fields & ~MASK | VALUE;
  // RZ reads 0. Port C of a VSETP is a predicate in bit 0; PT reads 1.
  wire is_vsetp = word[63:51] == 13'h0a1e;
  wire [31:0] port_a = word[15:8] == 8'hff ? 32'd0 : a;
  // Bit 50: B is a register. It always is in a VABSDIFF4 that is compared.
  wire is_register = word[50] | word[63:55] == 9'h0a0;
  wire [31:0] port_b = word[27:20] == 8'hff & is_register ? 32'd0 : b;
  wire [31:0] port_c = is_vsetp ? {31'd0, word[41:39] == 3'd7 | c[0]} : word[46:39] == 8'hff ? 32'd0 : c;

  logic is_legal;
  logic [31:0] right, found;
  reference_is_legal legality (.word(word), .d(is_legal));
  reference_execute reference (.word(word), .a(port_a), .b(port_b), .c(port_c), .d(right));
  video_unit #(.BUG(BUG)) unit (.word(word), .a(port_a), .b(port_b), .c(port_c), .d(found));
  assign differs = is_legal & right != found;
endmodule
