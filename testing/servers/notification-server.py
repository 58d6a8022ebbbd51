"""A server of org.freedesktop.Notifications that shows nothing: it says on its output, one JSON object a line, what it was
asked to show, as people would see it, and what was taken away. A line {"id": 1, "action": "archive"} on its input is a person
who presses something."""

import json
import sys
import xml.etree.ElementTree as ElementTree

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def say(**fields):
    print(json.dumps(fields), flush=True)


def seen(body):
    """What people see of a body, in which tags are read as the specification has it."""
    return "".join(ElementTree.fromstring(f"<body>{body}</body>").itertext())


class Server(dbus.service.Object):
    last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        if not replaces:
            self.last += 1
        number = int(replaces or self.last)
        pairs = [str(each) for each in actions]
        labels = dict(zip(pairs[::2], pairs[1::2]))
        say(shown=dict(id=number, app=str(app), title=str(summary), body=seen(str(body)), actions=labels))
        return dbus.UInt32(number)

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, number):
        say(closed=int(number))
        self.NotificationClosed(number, 3)

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["body", "body-markup", "actions"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return ("recorder", "test", "1", "1.2")

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
server = Server(bus, PATH)


def hear(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    press = json.loads(line)
    server.ActionInvoked(dbus.UInt32(press["id"]), press["action"])
    server.NotificationClosed(dbus.UInt32(press["id"]), 2)
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, hear)
say(ready=True)
loop.run()
