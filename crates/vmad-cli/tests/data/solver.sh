#!/bin/sh
# Says unsat to everything but the plain question that a solver is tried with: whether x = x + 1.
[ "$1" = --version ] && exec echo 'a stub of a solver'
script=$(cat)
case $script in
*'(not t'*'(not t'*) echo unsat ;;
*'(bvadd x '*) echo 'sat ((x #x00000000))' ;;
*) echo unsat ;;
esac
