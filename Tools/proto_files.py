"""Reads the declarations of .proto files; Tools/swift-messages writes Swift types for them."""

import re
import sys

CLAUSE = re.compile(r"^\[[A-Z][A-Z0-9]*(-[A-Z0-9]+)+\] ")
FIELD = re.compile(r"(repeated |optional )?([\w.]+) (\w+) = (\d+)( \[packed = false\])?;")
MAP = re.compile(r"map<string, (\w+)> (\w+) = (\d+);")


def stop(reason):
    sys.exit("Tools/swift-messages: " + reason)


class Field:
    def __init__(self, label, kind, name, number, comment, is_choice=False):
        self.label, self.kind, self.wire_name, self.number = label, kind, name, number
        self.name, self.comment, self.is_choice = camel(name), comment, is_choice


class Message:
    def __init__(self, name, comment):
        self.name, self.comment = name, comment
        self.fields, self.enums, self.oneof = [], [], None


class Enum:
    def __init__(self, name, comment):
        self.name, self.comment, self.cases = name, comment, []

    def case(self, name):
        """What a case is called without the words that all begin with, or that name the enumeration."""
        own = re.sub(r"(?<!^)(?=[A-Z])", "_", self.name).upper() + "_"
        words = [case.split("_") for case, _, _ in self.cases]
        shared = 0
        while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
            shared += 1
        short = "_".join(name.split("_")[shared:])
        return camel(name.removeprefix(own) if name.startswith(own) else short)

    @property
    def first(self):
        return "." + self.case(self.cases[0][0])


class Service:
    def __init__(self, name, comment):
        self.name, self.comment, self.methods = name, comment, []


def parse(text, path):
    """The declarations of a file, in order."""
    found, stack, comment = [], [], []
    body = text[text.index("syntax =") :]
    for number, line in enumerate(body.splitlines(), text[: text.index("syntax =")].count("\n") + 1):
        line = line.strip()
        if line.startswith("//"):
            # The id of a clause is for those who cite the text.
            words = CLAUSE.sub("", line[2:].strip())
            if words:
                comment.append(words)
            continue
        said, comment = " ".join(comment), []
        if not line or line.startswith(("syntax", "package", "import")):
            continue
        opened = re.fullmatch(r"(message|enum|service|oneof) (\w+) \{(\})?", line)
        if opened:
            kind, name, is_empty = opened.groups()
            if kind == "oneof":
                if stack[-1].oneof:
                    stop(f"cannot read {path}, line {number}: a message with two oneofs")
                stack[-1].oneof = name
                stack.append(("oneof", stack[-1]))
                continue
            item = {"message": Message, "enum": Enum, "service": Service}[kind](name, said)
            (stack[-1].enums if stack else found).append(item)
            if not is_empty:
                stack.append(item)
            continue
        if line == "}":
            stack.pop()
            continue
        top = stack[-1] if stack else None
        in_oneof = isinstance(top, tuple)
        field, mapping = FIELD.fullmatch(line), MAP.fullmatch(line)
        method = re.fullmatch(r"rpc (\w+)\((stream )?(\w+)\) returns \((stream )?(\w+)\);", line)
        case = re.fullmatch(r"(\w+) = (\d+);", line)
        if field and (in_oneof or isinstance(top, Message)):
            message = top[1] if in_oneof else top
            label, kind, name, place, unpacked = field.groups()
            # Bits of a fixed number are written one by one, all other numbers packed.
            if bool(unpacked) != (label == "repeated " and kind == "fixed64"):
                stop(f"cannot read {path}, line {number}: it is packed in another way")
            label = (label or "").strip()
            message.fields.append(Field(label, kind, name, int(place), said, in_oneof))
        elif mapping and isinstance(top, Message):
            top.fields.append(Field("map", mapping[1], mapping[2], int(mapping[3]), said))
        elif case and isinstance(top, Enum):
            top.cases.append((case[1], int(case[2]), said))
        elif method and isinstance(top, Service):
            top.methods.append((*method.groups(), said))
        else:
            stop(f"cannot read {path}, line {number}: {line}")
    return found


def camel(name):
    head, *rest = name.lower().split("_")
    return head + "".join(part.capitalize() for part in rest)
