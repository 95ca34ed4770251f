#!/usr/bin/env bash
# usage: install.sh PREFIX
# Builds the C library and installs it under PREFIX, as `cargo cinstall` does: the header, the static and the shared
# library, and vmadlib.pc for pkg-config.
set -euo pipefail
[ $# -eq 1 ] || { echo 'usage: install.sh PREFIX' >&2; exit 2; }
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
cd "$(dirname "$0")"
version=$(cargo pkgid | sed 's/.*[#@]//')
# Before 1.0 each minor version is incompatible.
soname=libvmadlib.so.${version%.*}
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

build() { cargo rustc --locked --release --crate-type "$@"; }
libraries=$(build staticlib -- --print native-static-libs 2>&1 | tee /dev/stderr |
  sed -n 's/^note: native-static-libs: //p')
build cdylib -- -C "link-arg=-Wl,-soname,$soname"

mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
install -m 644 include/vmadlib.h "$prefix/include/"
install -m 644 "$target/release/libvmadlib.a" "$prefix/lib/"
install -m 755 "$target/release/libvmadlib.so" "$prefix/lib/libvmadlib.so.$version"
ln -sf "libvmadlib.so.$version" "$prefix/lib/$soname"
ln -sf "$soname" "$prefix/lib/libvmadlib.so"
cat > "$prefix/lib/pkgconfig/vmadlib.pc" <<END
prefix=$prefix
exec_prefix=\${prefix}
libdir=\${exec_prefix}/lib
includedir=\${prefix}/include

Name: vmadlib
Description: C interface to the reference of NVIDIA's SASS video instructions
Version: $version
Libs: -L\${libdir} -lvmadlib
Libs.private: ${libraries:--lpthread -ldl -lm}
Cflags: -I\${includedir}
END
