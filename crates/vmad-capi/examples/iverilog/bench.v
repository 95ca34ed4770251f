// A bench of vmad_unit with golden vectors, for any Verilog simulator:
//
//   vmad vectors --count 20000 --format readmemh > vectors.hex
//   iverilog -g2012 -P bench.COUNT=20000 -o bench bench.v ../vmad_unit.sv && vvp bench
module bench;
  parameter COUNT = 1;
  parameter BUG = 0;

  // word 16 digits, a, b, c and result 8, tmp and shr 17, flags 2: see the head of the file.
  reg [335:0] vectors[0:COUNT-1];
  reg [335:0] v;
  wire [31:0] result;
  wire [65:0] tmp, shr, product;
  wire [32:0] a_extended, b_extended;
  integer i, failures;

  vmad_unit #(.BUG(BUG)) unit (
      .word(v[335:272]), .a(v[271:240]), .b(v[239:208]), .c(v[207:176]), .a_extended(a_extended),
      .b_extended(b_extended), .product(product), .tmp(tmp), .shr(shr), .result(result)
  );

  task differs;
    input [8*20-1:0] stage;
    input [65:0] expected, found;
    begin
      if (failures == 0) begin
        $display("DIFFERENCE in stage \"%0s\", vector %0d", stage, i);
        $display("  word %h, a %h, b %h, c %h", v[335:272], v[271:240], v[239:208], v[207:176]);
        $display("  expected %h, found %h", expected, found);
      end
      failures = failures + 1;
    end
  endtask

  initial begin
    failures = 0;
    $readmemh("vectors.hex", vectors);
    for (i = 0; i < COUNT; i = i + 1) begin
      v = vectors[i];
      #1;
      // A vector that the file does not have is unknown.
      if (^v === 1'bx) $fatal(1, "vectors.hex has no vector %0d", i);
      if (tmp !== v[141:76]) differs("psign adder", v[141:76], tmp);
      else if (shr !== v[73:8]) differs("normalisation shift", v[73:8], shr);
      else if (result !== v[175:144]) differs("saturation", {34'd0, v[175:144]}, {34'd0, result});
    end
    $display("%0d vectors, %0d failures", COUNT, failures);
    if (failures != 0) $fatal(1, "the unit differs from the vectors");
    $display("PASS");
    $finish;
  end
endmodule
