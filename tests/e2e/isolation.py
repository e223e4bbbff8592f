"""Owns the network namespace that the clients run in; it does not start them."""
import ctypes
import fcntl
import os
import socket
import struct

CLONE_NEWNET, CLONE_NEWUSER = 0x40000000, 0x10000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1


class Skip(Exception):
    """Why nothing can run on this machine."""


def enter_loopback_only():
    """Move this process into a new network namespace that has only loopback."""
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.geteuid(), os.getegid()
    if libc.unshare(CLONE_NEWNET):
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET):
            raise Skip("network namespaces are not permitted here: " + os.strerror(ctypes.get_errno()))
        for name, text in (("setgroups", "deny"), ("uid_map", "0 %d 1" % uid), ("gid_map", "0 %d 1" % gid)):
            try:
                with open("/proc/self/" + name, "w") as handle:
                    handle.write(text)
            except OSError as error:
                raise Skip("cannot map a user namespace: %s" % error)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:     # ip link set lo up
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(sock, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(sock, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | IFF_UP))
    interfaces = [name for _, name in socket.if_nameindex()]
    if "eth0" in interfaces:
        raise Skip("the new network namespace is not empty: %s" % interfaces)
