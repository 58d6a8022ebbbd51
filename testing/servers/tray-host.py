"""A stub of org.kde.StatusNotifierWatcher. Each line on its input is a command: "own" takes its name, "leave" gives it up,
"host" and "no host" say whether a panel shows icons. It prints the command when it is done, and "item" for each icon."""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.kde.StatusNotifierWatcher"


class Watcher(dbus.service.Object):
    has_host = True

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if (interface, name) != (NAME, "IsStatusNotifierHostRegistered"):
            raise dbus.exceptions.DBusException("no such property")
        return dbus.Boolean(self.has_host, variant_level=0)

    @dbus.service.method(NAME, in_signature="s", out_signature="")
    def RegisterStatusNotifierItem(self, service):
        print("item", flush=True)

    @dbus.service.signal(NAME)
    def StatusNotifierHostRegistered(self):
        pass

    @dbus.service.signal(NAME)
    def StatusNotifierHostUnregistered(self):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
bus = dbus.SessionBus()
watcher = Watcher(bus, "/StatusNotifierWatcher")


def obey(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    command = line.strip()
    if command == "own":
        bus.request_name(NAME)
    elif command == "leave":
        bus.release_name(NAME)
    elif command == "host":
        watcher.has_host = True
        watcher.StatusNotifierHostRegistered()
    elif command == "no host":
        watcher.has_host = False
        watcher.StatusNotifierHostUnregistered()
    print(command, flush=True)
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, obey)
print("ready", flush=True)
loop.run()
