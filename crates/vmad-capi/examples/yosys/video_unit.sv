// A small unit of all instructions, written by hand from the book: the design that proof.sv compares with the emitted
// module. It is combinational, and takes legal words. The ports are what the register file reads: 0 for RZ.
//
// BUG plants a defect, which the proof must find:
//   1  VMNMX compares without the sign of B
//   2  a merge into bits 23:16 clamps to 16 bits
//   3  VSHR fills with zeros
//   4  the lanes of VABSDIFF4.SD are clamped to 255
//   5  VMAD's product is subtracted without the carry
module video_unit #(
    parameter integer BUG = 0
) (
    input  logic [63:0] word,
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [31:0] c,
    output logic [31:0] d
);
  wire is_vmad = word[63:56] == 8'h5f, is_vadd = word[63:58] == 6'h08, is_vmnmx = word[63:57] == 7'h1d;
  wire is_vset = word[63:57] == 7'h20, is_vsetp = word[63:51] == 13'h0a1e, is_vabsdiff = word[63:56] == 8'h54;
  wire is_vabsdiff4 = word[63:55] == 9'h0a0, is_vshl = word[63:56] == 8'h57, is_vshr = word[63:56] == 8'h56;

  // The part of a register, and its sign.
  function automatic logic signed [33:0] extended(input logic [31:0] register, input logic [2:0] select, input logic is_signed);
    logic [31:0] field;
    field = register >> (select < 3'd4 ? 8 * select : select == 3'd5 ? 16 : 0);
    if (select == 3'd6) extended = {{2{is_signed & field[31]}}, field};
    else if (select[2]) extended = {{18{is_signed & field[15]}}, field[15:0]};
    else extended = {{26{is_signed & field[7]}}, field[7:0]};
  endfunction

  wire is_shift = is_vshl | is_vshr;
  wire b_signed = word[49] & ~is_shift & ~(BUG == 1 & is_vmnmx);
  wire signed [33:0] x = extended(a, word[38:36], word[48]);
  wire signed [33:0] y = extended(word[50] ? b : {16'd0, word[35:20]}, word[50] ? word[30:28] : 3'd4, b_signed);

  // The first operation of the scalar instructions.
  wire less = x < y, equal = x == y;
  wire [2:0] comparison = is_vsetp ? {word[47], word[44:43]} : word[56:54];
  wire holds = comparison[0] & less | comparison[1] & equal | comparison[2] & ~less & ~equal;
  wire [1:0] psign = word[57:56];
  wire [33:0] sum = (psign == 2'd2 ? ~x : x) + (psign == 2'd1 ? ~y : y) + {33'd0, psign != 2'd0};
  wire [5:0] amount = word[49] ? {1'b0, y[4:0]} : y > 34'sd32 ? 6'd32 : y[5:0];
  wire signed [33:0] to_right = BUG == 3 ? $signed({x[31:0]} >> amount) : x >>> amount;
  wire signed [33:0] tmp = is_vadd ? sum : is_vabsdiff ? (less ? y - x : x - y)
      : is_vmnmx ? (word[56] ^ less ? x : y) : is_vset ? {33'd0, holds} : is_vshl ? x << amount : to_right;

  // The clamp to the range of the result, and the second operation.
  wire is_signed = word[54] & ~is_vset;
  wire [2:0] second = word[53:51];
  wire is_half = second < 3'd2, is_byte = second == 3'd2 | second == 3'd3 & BUG != 2, is_part = is_half | second < 3'd4;
  wire signed [33:0] top = is_byte ? 34'sd255 : is_part ? 34'sd65535 : 34'sh0ffffffff;
  wire signed [33:0] maximum = is_signed ? top >>> 1 : top, minimum = is_signed ? ~maximum : 34'sd0;
  wire [33:0] clamped = ~(word[55] & ~is_vset) ? tmp : tmp < minimum ? minimum : tmp > maximum ? maximum : tmp;
  wire [31:0] cut = clamped[31:0];
  wire c_is_less = is_signed ? $signed(c) < $signed(cut) : c < cut;
  logic [31:0] scalar;
  always_comb
    case (second)
      3'd0: scalar = {cut[15:0], c[15:0]};
      3'd1: scalar = {c[31:16], cut[15:0]};
      3'd2: scalar = {c[31:8], cut[7:0]};
      3'd3: scalar = {c[31:24], cut[7:0], c[15:0]};
      3'd4: scalar = cut + c;
      3'd5: scalar = c_is_less ? c : cut;
      3'd6: scalar = c_is_less ? cut : c;
      default: scalar = cut;
    endcase

  // VSETP: two predicates.
  wire source = c[0] ^ word[42];
  wire [1:0] both = {~holds, holds}, sources = {2{source}};
  wire [1:0] predicates = word[46:45] == 2'd0 ? both & sources : word[46:45] == 2'd1 ? both | sources : both ^ sources;

  // VABSDIFF4: the bytes of each operand, the lanes, and their sum with C or in C.
  function automatic logic [15:0] bytes_of_a(input logic [3:0] select);
    case (select)
      4'd0: bytes_of_a = 16'h0000;
      4'd1: bytes_of_a = 16'h1111;
      4'd2: bytes_of_a = 16'h2222;
      4'd3: bytes_of_a = 16'h3333;
      4'd4: bytes_of_a = 16'h3210;
      4'd5: bytes_of_a = 16'h4321;
      4'd6: bytes_of_a = 16'h5432;
      4'd7: bytes_of_a = 16'h6543;
      4'd8: bytes_of_a = 16'h3201;
      4'd9: bytes_of_a = 16'h3012;
      4'd10: bytes_of_a = 16'h0213;
      4'd11: bytes_of_a = 16'h3120;
      4'd12: bytes_of_a = 16'h1230;
      default: bytes_of_a = 16'h2310;
    endcase
  endfunction
  function automatic logic [15:0] bytes_of_b(input logic [3:0] select);
    case (select)
      4'd0: bytes_of_b = 16'h4444;
      4'd1: bytes_of_b = 16'h5555;
      4'd2: bytes_of_b = 16'h6666;
      4'd3: bytes_of_b = 16'h7777;
      4'd4: bytes_of_b = 16'h7654;
      4'd5: bytes_of_b = 16'h6543;
      4'd6: bytes_of_b = 16'h5432;
      4'd7: bytes_of_b = 16'h4321;
      4'd8: bytes_of_b = 16'h4567;
      4'd9: bytes_of_b = 16'h6745;
      default: bytes_of_b = 16'h5476;
    endcase
  endfunction
  function automatic logic signed [9:0] lane_byte(input logic [63:0] all, input logic [3:0] number, input logic is_signed);
    logic [7:0] field;
    field = all[8*number[2:0]+:8];
    lane_byte = {{2{is_signed & field[7]}}, field};
  endfunction
  wire [15:0] a_numbers = bytes_of_a(word[35:32]), b_numbers = bytes_of_b(word[31:28]);
  wire [3:0] lanes = {word[37], word[36], word[52], word[51]};
  wire [9:0] lane_maximum = word[38] & BUG != 4 ? 10'd127 : 10'd255;
  logic [31:0] lanes_result;
  logic signed [9:0] lane_a, lane_b;
  logic [9:0] lane;
  always_comb begin
    lanes_result = c;
    lane_a = 10'sd0;
    lane_b = 10'sd0;
    lane = 10'd0;
    for (int i = 0; i < 4; i++) begin
      lane_a = lane_byte({b, a}, a_numbers[4*i+:4], word[48]);
      lane_b = lane_byte({b, a}, b_numbers[4*i+:4], word[49]);
      lane = lane_a < lane_b ? lane_b - lane_a : lane_a - lane_b;
      if (word[50] & lane > lane_maximum) lane = lane_maximum;
      if (lanes[i]) begin
        if (word[53]) lanes_result = lanes_result + {22'd0, lane};
        else lanes_result[8*i+:8] = lane[7:0];
      end
    end
  end

  // VMAD: the product, the adder, the shift and the clamp.
  wire [1:0] sign = word[54:53], scale = word[52:51];
  wire is_intermediate_signed = word[48] | word[49] | sign == 2'd2;
  wire is_final_signed = is_intermediate_signed | sign == 2'd1;
  wire signed [32:0] factor_a = x[32:0], factor_b = y[32:0];
  wire signed [65:0] product = factor_a * factor_b;
  wire [65:0] addend = {{34{is_intermediate_signed & c[31]}}, c};
  wire [65:0] total = (sign == 2'd2 ? ~product : product) + (sign == 2'd1 ? ~addend : addend)
      + {65'd0, sign != 2'd0 & ~(BUG == 5 & sign == 2'd2)};
  wire fill = is_final_signed & total[65];
  wire signed [65:0] shr = scale == 2'd1 ? {{7{fill}}, total[65:7]} : scale == 2'd2 ? {{15{fill}}, total[65:15]} : total;
  wire below = is_final_signed & shr < -66'sh80000000;
  wire above = ~shr[65] & (is_final_signed ? shr > 66'sh7fffffff : shr > 66'shffffffff);
  wire [31:0] low = is_final_signed ? 32'h80000000 : 32'd0, high = is_final_signed ? 32'h7fffffff : 32'hffffffff;
  wire [31:0] multiplied = word[55] & below ? low : word[55] & above ? high : shr[31:0];

  assign d = is_vmad ? multiplied : is_vsetp ? {30'd0, predicates} : is_vabsdiff4 ? lanes_result : scalar;
endmodule
