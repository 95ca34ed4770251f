// A product of two factors of more than 16 bits becomes a black box, because a solver does not decide it: its magnitude is any
// number up to the largest that factors of this range have, 0 if one is 0. What is proved for all these numbers holds for the
// product. Products of narrow factors stay.
(* blackbox *)
module product (
    input  [32:0] x,
    input  [32:0] y,
    output [63:0] magnitude
);
endmodule

(* techmap_celltype = "$mul" *)
module to_product (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;
  wire [32:0] x, y;
  generate
    if (A_SIGNED) assign x = $signed(A);
    else assign x = A;
    if (B_SIGNED) assign y = $signed(B);
    else assign y = B;
  endgenerate
  wire [63:0] magnitude;
  product _TECHMAP_REPLACE_ (.x(x), .y(y), .magnitude(magnitude));
  // A signed factor of 32 bits is 2^31 at most, an unsigned one 2^32 - 1.
  wire x_is_small = x[32] == x[31], y_is_small = y[32] == y[31];
  wire [63:0] most = x_is_small & y_is_small ? 64'h4000000000000000
      : x_is_small | y_is_small ? 64'h7fffffff80000000 : 64'hfffffffe00000001;
  wire [65:0] size = x == 0 || y == 0 ? 66'd0 : magnitude > most ? {2'd0, most} : {2'd0, magnitude};
  wire [65:0] signed_product = x[32] ^ y[32] ? -size : size;
  generate
    if (Y_WIDTH > 66) assign Y = $signed(signed_product);
    else assign Y = signed_product;
  endgenerate
  wire _TECHMAP_FAIL_ = A_WIDTH < 18 || B_WIDTH < 18 || Y_WIDTH < 64 || A_WIDTH + !A_SIGNED > 33 || B_WIDTH + !B_SIGNED > 33;
endmodule
