"""What is served is read by the readers of others: check_served.py URL BOT NUMBER NAME NEVER

BOT has ended at least one integration, NUMBER, and is called NAME; the bot NEVER has none. Prints what is wrong, a line
each; ends with 1 then.
The readers are those of `bin/prepare readers`.
"""
import datetime, json, os, sys, urllib.error, urllib.request
import xml.etree.ElementTree as XML

cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
sys.path.insert(0, "%s/bothy/readers-%d.%d" % (cache, *sys.version_info[:2]))
import feedparser
from openapi_schema_validator import OAS30Validator
from openapi_spec_validator import OpenAPIV30SpecValidator
from prometheus_client.parser import text_string_to_metric_families

base, bot, number, name, never = sys.argv[1:]
found = []


def get(path):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(base + path, timeout=30) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read()


def description():
    document = json.loads(get("/api/openapi.json")[2])
    found.extend("openapi.json: %s" % error.message for error in OpenAPIV30SpecValidator(document).iter_errors())
    asked = 0
    for pattern, operations in document["paths"].items():
        operation = operations.get("get")
        # What is sent as it happens has no end.
        if operation is None or pattern.startswith("/api/events"):
            continue
        for which in (bot, "nobody-there"):
            path = pattern.replace("{bot}", which).replace("{number}", number).replace("{file}", "junit.xml")
            status, kind, body = get(path)
            answer = operation["responses"].get(str(status))
            if answer is None:
                found.append("%s: %d is not described" % (path, status))
            elif kind not in answer["content"] and "*/*" not in answer["content"]:
                found.append("%s: %d: %s is not described: %s" % (path, status, kind, body[:200]))
            elif kind == "application/json" and pattern != "/api/openapi.json":
                schema = dict(answer["content"][kind]["schema"], components=document["components"])
                errors = OAS30Validator(schema).iter_errors(json.loads(body))
                found.extend("%s: %s: %s" % (path, error.json_path, error.message[:200]) for error in errors)
                asked += 1
            if "{bot}" not in pattern:
                break
    if asked < 10:
        found.append("only %d answers are JSON" % asked)


def feed_of(which):
    status, kind, body = get("/bots/%s/feed.atom" % which)
    read = feedparser.parse(body, response_headers={"content-type": kind})
    if status != 200 or read.bozo or read.version != "atom10":
        found.append("the feed of %s: %d, %s: %s" % (which, status, read.version, read.get("bozo_exception")))
    return read


def feeds():
    read, empty = feed_of(bot), feed_of(never)
    if read.feed.get("title") != name or not read.entries or empty.entries:
        found.append("the feeds: %s: %d and %d entries" % (read.feed, len(read.entries), len(empty.entries)))
    for part in [read.feed, empty.feed] + read.entries:
        if not all(part.get(field) for field in ("id", "title", "updated_parsed", "link")):
            found.append("the feed: something is not told: %s" % part)
    if not all(entry.get("author") for entry in read.entries):
        found.append("the feed: an entry is nobody's")


def tray():
    projects = XML.fromstring(get("/cctray.xml")[2])
    needed = {"name", "activity", "lastBuildStatus", "lastBuildTime", "webUrl"}
    words = {
        "activity": {"Sleeping", "Building", "CheckingModifications"},
        "lastBuildStatus": {"Success", "Failure", "Exception", "Unknown"},
    }
    if projects.tag != "Projects" or name not in [it.get("name") for it in projects]:
        found.append("cctray.xml: %s" % [it.attrib for it in projects])
    for it in projects:
        wrong = needed - set(it.keys()) or set(it.keys()) - needed - {"lastBuildLabel", "nextBuildTime"}
        if it.tag != "Project" or wrong or any(it.get(key) not in those for key, those in words.items()):
            found.append("cctray.xml: %s %s" % (it.tag, it.attrib))
        datetime.datetime.fromisoformat(it.get("lastBuildTime").replace("Z", "+00:00"))
    if [it for it in projects if it.get("webUrl").endswith("/%s/" % never)]:
        found.append("cctray.xml: %s is told, which has no time to be told with" % never)


def metrics():
    families = list(text_string_to_metric_families(get("/metrics")[2].decode()))
    names = {sample.name for family in families for sample in family.samples if sample.labels.get("bot") == bot}
    if "bothy_last_status" not in names or not all(it.documentation and it.type == "gauge" for it in families):
        found.append("metrics: %s" % families)


for look in (description, feeds, tray, metrics):
    try:
        look()
    except Exception as error:
        found.append("%s: %r" % (look.__name__, error))
print("\n".join(found))
sys.exit(1 if found else 0)
