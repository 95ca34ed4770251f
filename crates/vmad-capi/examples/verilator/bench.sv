// A bench of vmad_unit against the model, through DPI-C: every mode, with random inputs and corner cases. The scoreboard
// compares wire after wire, and names the stage of the first that differs.
module bench #(
    parameter integer BUG = 0,
    parameter integer PER_MODE = 8
);
  import "DPI-C" function int model_execute(input longint word, input int a, input int b, input int c);
  import "DPI-C" function int model_wire(input string name, output longint low, output longint high);
  import "DPI-C" function string model_stage(input string name);
  import "DPI-C" function string model_text(input longint word);

  logic [63:0] word;
  logic [31:0] a, b, c, result;
  logic [32:0] a_extended, b_extended;
  logic [65:0] product, tmp, shr;
  vmad_unit #(.BUG(BUG)) unit (.*);

  int vectors, failures, modes;
  // Coverage: SAT, psign, scale, kind of B, and the format of A and of B (3 widths, 2 signs).
  bit covered[2 * 4 * 3 * 2 * 6 * 6];
  int failed_of[string];

  function automatic int width_of(input logic [2:0] select);
    return select < 4 ? 0 : select < 6 ? 1 : 2;
  endfunction

  function automatic int mode_of();
    int a_format, b_format;
    a_format = 2 * width_of(word[38:36]) + 32'(word[48]);
    b_format = 2 * (word[50] ? width_of(word[30:28]) : 1) + 32'(word[49]);
    return ((((32'(word[55]) * 4 + 32'(word[54:53])) * 3 + 32'(word[52:51])) * 2 + 32'(word[50])) * 6 + a_format) * 6 + b_format;
  endfunction

  function automatic logic [31:0] draw();
    case ($urandom_range(11))
      0: return 0;
      1: return '1;
      2: return 32'h80000000;
      3: return 32'h7fffffff;
      4: return 32'h80808080;
      5: return 32'h80008000;
      6: return 32'h7fff7fff;
      default: return $urandom();
    endcase
  endfunction

  // Whether a wire differs. The first difference is printed; the rest are counted by stage.
  function automatic bit differs(input string name, input logic [65:0] found);
    longint low, high;
    logic [65:0] expected;
    string stage;
    if (model_wire(name, low, high) == 0) $fatal(1, "the model has no wire %s", name);
    expected = 66'({high, low});
    if (found == expected) return 0;
    stage = model_stage(name);
    failures++;
    failed_of[stage]++;
    if (failures == 1) begin
      $display("DIFFERENCE in stage \"%s\", wire \"%s\"", stage, name);
      $display("  %s", model_text(word));
      $display("  a %08x, b %08x, c %08x", a, b, c);
      $display("  model %017x, unit %017x", expected, found);
    end
    return 1;
  endfunction

  // In the order of the datapath: the stages after the first that differs are not blamed.
  task automatic check();
    if (model_execute(word, a, b, c) == 0) $fatal(1, "the word %016x is not legal", word);
    vectors++;
    if (differs("A extended", 66'(a_extended))) return;
    if (differs("B extended", 66'(b_extended))) return;
    if (differs("product", product)) return;
    if (differs("tmp", tmp)) return;
    if (differs("shr", shr)) return;
    if (differs("result", 66'(result))) return;
  endtask

  initial begin
    // SAT, psign, scale, kind of B, signs, selectors: all legal combinations.
    for (int bits = 0; bits < 1 << 14; bits++) begin
      word = 64'h5f00_0200_0007_0200 | 64'(bits[13:7]) << 49 | 64'(bits[6]) << 48 | 64'(bits[5:3]) << 36;
      word[30:28] = bits[2:0];
      word[27:20] = 8'd3;
      if (word[38:36] == 7 || word[52:51] == 3) continue;
      if (word[50] ? word[30:28] == 7 : word[30:28] != 0) continue;
      for (int i = 0; i < PER_MODE; i++) begin
        a = draw();
        b = draw();
        c = draw();
        // The port of an immediate is the immediate.
        if (!word[50]) begin
          word[35:20] = b[15:0];
          b = {16'd0, b[15:0]};
        end
        #1 check();
      end
      covered[mode_of()] = 1;
    end
    foreach (covered[i]) modes += 32'(covered[i]);
    $display("%0d vectors, %0d of 1152 modes, %0d failures", vectors, modes, failures);
    foreach (failed_of[stage]) $display("  %s: %0d", stage, failed_of[stage]);
    if (modes != 1152) $fatal(1, "not every mode was covered");
    if (failures != 0) $fatal(1, "the unit differs from the model");
    $display("PASS");
    $finish;
  end
endmodule
