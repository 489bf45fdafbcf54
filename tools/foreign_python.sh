#!/bin/sh
# Puts another processor's Python into a folder, from Debian's packages, run by qemu-user:
#   sh tools/foreign_python.sh PROCESSOR SUITE FOLDER
# FOLDER/bin/python then behaves as that of an empty environment does. Needs apt-get, but no root.
set -e
processor=$1 suite=$2 folder=$3
case "$processor" in aarch64) arch=arm64 ;; *) arch=$processor ;; esac
mkdir -p "$folder/apt/preferences.d" "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" \
  "$folder/root" "$folder/bin"
folder=$(cd "$folder" && pwd)
# apt's own folders here, so that this machine's packages are left alone.
: > "$folder/apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
  "http://deb.debian.org/debian $suite main" > "$folder/apt/sources.list"
apt() {
  apt-get -qq -o APT::Architecture=$arch -o APT::Architectures=$arch -o Dir::Etc="$folder/apt" \
    -o Dir::Etc::sourceparts=- -o Dir::State::lists="$folder/apt/lists" \
    -o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt/cache" \
    -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 "$@"
}
apt update
apt install --yes --download-only --no-install-recommends python3 > /dev/null
for package in "$folder"/apt/cache/archives/*.deb; do
  dpkg-deb -x "$package" "$folder/root"
done
rm -rf "$folder/apt" "$folder/root/tmp"
# Packages of newer suites count on this link.
[ -e "$folder/root/lib" ] || ln -s usr/lib "$folder/root/lib"

# Python takes the name that it is called by for its own, and starts others by it.
python=$(readlink -f "$folder/root/usr/bin/python3")
cat > "$folder/bin/python" << END
#!/bin/sh
exec qemu-$processor -L '$folder/root' -0 "\$0" '$python' "\$@"
END
chmod +x "$folder/bin/python"
printf 'home = %s\ninclude-system-site-packages = false\n' "$folder/root/usr/bin" > "$folder/pyvenv.cfg"
mkdir -p "$folder/lib/${python##*/}/site-packages"
