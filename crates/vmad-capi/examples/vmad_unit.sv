// A small VMAD: the unit under test of the benches. It is combinational, and takes legal words.
//
// BUG plants a defect, which a bench must find:
//   1  the shift extends by the intermediate sign, not by the final one
//   2  a negated product is only inverted: the carry into the adder is missing
//   3  the lower end of a signed range is that of the unsigned one
module vmad_unit #(
    parameter integer BUG = 0
) (
    input  wire  [63:0] word,
    input  wire  [31:0] a,
    input  wire  [31:0] b,
    input  wire  [31:0] c,
    output wire  [32:0] a_extended,
    output wire  [32:0] b_extended,
    output wire  [65:0] product,
    output wire  [65:0] tmp,
    output wire  [65:0] shr,
    output wire  [31:0] result
);
  localparam logic [1:0] SUBTRACT_C = 2'd1, NEGATE_PRODUCT = 2'd2;

  wire [2:0] a_select = word[38:36];
  wire       a_signed = word[48];
  // An immediate is the low half-word of the port.
  wire [2:0] b_select = word[50] ? word[30:28] : 3'd4;
  wire       b_signed = word[49];
  wire [1:0] scale = word[52:51];
  wire [1:0] psign = word[54:53];
  wire       saturate = word[55];

  function automatic logic [32:0] extended(input logic [31:0] register, input logic [2:0] select, input logic is_signed);
    logic [31:0] field;
    field = register >> (select < 3'd4 ? 8 * select : select == 3'd5 ? 16 : 0);
    if (select == 3'd6) extended = {is_signed & field[31], field};
    else if (select[2]) extended = {{17{is_signed & field[15]}}, field[15:0]};
    else extended = {{25{is_signed & field[7]}}, field[7:0]};
  endfunction

  wire is_intermediate_signed = a_signed | b_signed | psign == NEGATE_PRODUCT;
  wire is_final_signed = is_intermediate_signed | psign == SUBTRACT_C;
  wire [65:0] c_extended = {{34{is_intermediate_signed & c[31]}}, c};
  wire carry = psign != 2'd0 & ~(BUG == 2 & psign == NEGATE_PRODUCT);
  wire shift_sign = (BUG == 1 ? is_intermediate_signed : is_final_signed) & tmp[65];
  wire below = is_final_signed & $signed(shr) < $signed({{35{1'b1}}, 31'd0});
  wire above = ~shr[65] & (is_final_signed ? shr > 66'h7fffffff : shr > 66'hffffffff);
  wire [31:0] minimum = is_final_signed & BUG != 3 ? 32'h80000000 : 32'd0;
  wire [31:0] maximum = is_final_signed ? 32'h7fffffff : 32'hffffffff;

  assign a_extended = extended(a, a_select, a_signed);
  assign b_extended = extended(b, b_select, b_signed);
  assign product = {{33{a_extended[32]}}, a_extended} * {{33{b_extended[32]}}, b_extended};
  assign tmp = (psign == NEGATE_PRODUCT ? ~product : product)
      + (psign == SUBTRACT_C ? ~c_extended : c_extended) + {65'd0, carry};
  assign shr = scale == 2'd1 ? {{7{shift_sign}}, tmp[65:7]} : scale == 2'd2 ? {{15{shift_sign}}, tmp[65:15]} : tmp;
  assign result = saturate & below ? minimum : saturate & above ? maximum : shr[31:0];
endmodule
