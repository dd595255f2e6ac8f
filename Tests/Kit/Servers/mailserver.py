"""A real SMTP server on a port of its own: keeps each message as a line of JSON, and answers as its folder says.

mailserver.py FOLDER PORT [starttls|tls] [login]: listens at PORT (0: any), writes FOLDER/port and, with TLS, FOLDER/ca.pem; FOLDER/answers has one word
for each message, taken from the top: "ok", "drop" (closes after the text, without a word), "busy" (451 after the text), "hold" (answers once FOLDER/release is there),
"refuse" (550 for the recipient), "later" (450 for the recipient), "closing" (421 for the recipient), "unknown" (451 for the sender). A mailbox whose
name begins with "full" takes nothing (452). FOLDER/asked has each recipient that was named. With "login" only bothy with the password opensesame may send.
"""
import asyncio, json, os, socket, ssl, subprocess, sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword, SMTP

folder, port, words = sys.argv[1], int(sys.argv[2]), sys.argv[3:]


def next_answer(peek=False):
    path = os.path.join(folder, "answers")
    try:
        lines = open(path).read().split()
    except FileNotFoundError:
        return "ok"
    if not lines:
        return "ok"
    if not peek:
        open(path, "w").write("\n".join(lines[1:]))
    return lines[0]


refusals = {
    "refuse": "550 5.1.1 nobody here has that name", "later": "450 4.7.1 greylisted, come again",
    "closing": "421 4.3.2 closing the line",
}


class Handler:
    async def handle_MAIL(self, server, session, envelope, address, options):
        if next_answer(peek=True) == "unknown":
            next_answer()
            return "451 4.1.8 nobody knows that sender"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        with open(os.path.join(folder, "asked"), "a") as file:
            file.write(address + "\n")
        if address.startswith("full"):
            return "452 4.2.2 mailbox full"
        if next_answer(peek=True) in refusals:
            return refusals[next_answer()]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        answer = next_answer()
        with open(os.path.join(folder, "mails"), "a") as file:
            file.write(json.dumps({
                "from": envelope.mail_from, "to": envelope.rcpt_tos, "text": envelope.content.decode(),
                "isEncrypted": server.transport.get_extra_info("sslcontext") is not None, "isKnown": bool(session.authenticated), "answer": answer,
            }) + "\n")
        while answer == "hold" and not os.path.exists(os.path.join(folder, "release")):
            await asyncio.sleep(0.05)
        if answer == "drop":
            server.transport.abort()
            return "250 never said"
        if answer == "busy":
            return "451 4.3.0 too much to do"
        return "250 2.0.0 taken"


def authenticate(server, session, envelope, mechanism, data):
    isRight = isinstance(data, LoginPassword) and (data.login, data.password) == (b"bothy", b"opensesame")
    return AuthResult(success=isRight, handled=False)


def context():
    certificate, key = os.path.join(folder, "ca.pem"), os.path.join(folder, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, stderr=subprocess.DEVNULL)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, key)
    return made


async def main():
    tls = context() if "tls" in words or "starttls" in words else None
    more = {"tls_context": tls, "require_starttls": True} if "starttls" in words else {}
    if "login" in words:
        more.update(authenticator=authenticate, auth_required=True, auth_require_tls=False)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(Handler(), hostname="localhost", **more), "127.0.0.1", port, ssl=tls if "tls" in words else None)
    open(os.path.join(folder, "port.new"), "w").write(str(server.sockets[0].getsockname()[1]))
    os.rename(os.path.join(folder, "port.new"), os.path.join(folder, "port"))
    await server.serve_forever()


asyncio.run(main())
