module test;
import vmad_pkg::*;
function automatic logic [31:0] call(input logic [31:0] f, a, b, c, input logic [63:0] word);
    case (f)
CASES    default: call = 0;
    endcase
endfunction
logic [31:0] v [0:6];
integer file, total = 0, differences = 0;
initial begin
    file = $fopen("text", "r");
    while ($fscanf(file, "%h %h %h %h %h %h %h", v[0], v[1], v[2], v[3], v[4], v[5], v[6]) == 7) begin
        total++;
        if (call(v[0], v[1], v[2], v[3], {v[5], v[4]}) !== v[6]) begin
            if (differences == 0) $display("f%0d(%h, %h, %h), expected %h", v[0], v[1], v[2], v[3], v[6]);
            differences++;
        end
    end
    $display("%0d cases, %0d differences", total, differences);
end
endmodule
