import Nonsense
class NotSendable { var x = 0 }
let global = NotSendable()
