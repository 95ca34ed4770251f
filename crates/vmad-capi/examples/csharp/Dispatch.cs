// A dispatch loop in C#, through P/Invoke: decode, execute, and a message of the library as an exception.
//
//   mcs Dispatch.cs && LD_LIBRARY_PATH=... mono Dispatch.exe
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Vmad
{
    [StructLayout(LayoutKind.Sequential)]
    public struct Error
    {
        public int Status;
        public UIntPtr Offset;
        public UIntPtr Length;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 1024)]
        public byte[] Message;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct State
    {
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 256)]
        public uint[] Registers;
        public byte Predicates;
        public byte ConditionCodeUnspecified;
    }

    [DllImport("vmadlib")]
    static extern int vmadlib_assemble(byte[] text, UIntPtr length, out ulong word, IntPtr control, out Error error);

    [DllImport("vmadlib")]
    static extern int vmadlib_step(ulong word, ref State state, IntPtr effect, out Error error);

    static void Check(int status, Error error)
    {
        if (status == 0) return;
        var end = Array.IndexOf(error.Message, (byte)0);
        throw new ArgumentException($"at byte {error.Offset}: {Encoding.UTF8.GetString(error.Message, 0, end)}");
    }

    public static ulong Assemble(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        Check(vmadlib_assemble(bytes, (UIntPtr)bytes.Length, out var word, IntPtr.Zero, out var error), error);
        return word;
    }

    public static void Step(ulong word, ref State state)
    {
        Check(vmadlib_step(word, ref state, IntPtr.Zero, out var error), error);
    }
}

static class Program
{
    static int Main()
    {
        var state = new Vmad.State { Registers = new uint[256] };
        state.Registers[2] = 0x12345688;
        state.Registers[3] = 0x8a24c993;
        state.Registers[4] = 0x9123064a;
        Vmad.Step(Vmad.Assemble("VMAD.U8.U8 R0, R2, R3, R4"), ref state);
        Vmad.Step(Vmad.Assemble("VSETP.LT.U32.S16.AND P1, PT, R0, 0, PT"), ref state);
        Console.WriteLine($"R0 = 0x{state.Registers[0]:x8}, predicates = {state.Predicates}");
        try
        {
            Vmad.Assemble("VMAD.U8.U9 R0, R2, R3, R4");
            return 1;
        }
        catch (ArgumentException refused)
        {
            Console.WriteLine(refused.Message);
            if (!refused.Message.StartsWith("at byte 7: unknown suffix")) return 1;
        }
        return state.Registers[0] == 0x91235462 && state.Predicates == 0 ? 0 : 1;
    }
}
