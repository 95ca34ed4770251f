module test;
logic [31:0] a, b, c;
logic [63:0] word;
wire [31:0] d [0:LAST];
logic [31:0] memory [0:END];
INSTANCES
integer total = 0, differences = 0;
initial begin
    $readmemh("memory", memory);
    for (integer i = 0; i < CASES; i++) begin
        a = memory[i * ROW]; b = memory[i * ROW + 1]; c = memory[i * ROW + 2];
        word = {memory[i * ROW + 4], memory[i * ROW + 3]};
        #1;
        for (integer f = 0; f < COUNT; f++) begin
            total++;
            if (d[f] !== memory[i * ROW + 5 + f]) begin
                if (differences == 0) $display("f%0d(%h, %h, %h) = %h, expected %h", f, a, b, c, d[f], memory[i * ROW + 5 + f]);
                differences++;
            end
        end
    end
    $display("%0d cases, %0d differences", total, differences);
end
endmodule
