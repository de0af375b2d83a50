"""Plain connecting sentences for where a rep's own mails offer none: written by hand once for three registers, always labelled template.

They state nothing about the product and promise nothing beyond looking into a question. ``{...}`` are filled from the thread.
"""

from enum import StrEnum

from drafts.writers.offline.shape import Habits


class Register(StrEnum):
    """How a rep's sentences run: short bursts, ordinary, or long and formal."""

    BRIEF = "brief"
    PLAIN = "plain"
    FORMAL = "formal"


SHORT, LONG, LONG_AND_FULL = 8.0, 20.0, 15.0
CONTRACTS = 0.12
"""Contractions a sentence from which even long sentences are not formal."""


def register(habits: Habits) -> Register:
    """The register of a rep: by the usual length of their sentences, and whether they contract."""
    words = habits.rate("sentence_words")
    if words < SHORT:
        return Register.BRIEF
    formal = words >= LONG or (words >= LONG_AND_FULL and habits.rate("contractions") < CONTRACTS)
    return Register.FORMAL if formal else Register.PLAIN


_B, _P, _F = Register.BRIEF, Register.PLAIN, Register.FORMAL

BANK: dict[str, dict[Register, tuple[str, ...]]] = {
    "thanks": {
        _B: (),
        _P: ("Thanks for getting in touch.", "Thanks for reaching out."),
        _F: ("Thank you for your message.", "Thank you for writing."),
    },
    "thanks_many": {
        _B: (),
        _P: ("Thanks for putting it all in one list.",),
        _F: ("Thank you for setting your questions out in order, which makes them a pleasure to answer.",),
    },
    "thanks_meeting_ask": {
        _B: (),
        _P: ("Thanks for making the time, and for asking beforehand.",),
        _F: ("Thank you for making the time, and for raising your question beforehand rather than on the day.",),
    },
    "on_question": {
        _B: ("{clause}.",),
        _P: ("On your question: {clause}.",),
        _F: ("As to your question, {clause}.",),
    },
    "frame_meanwhile": {
        _B: ("One thing meanwhile.",),
        _P: ("One thing worth knowing meanwhile:",),
        _F: ("In the meantime it may be worth mentioning that",),
    },
    "thanks_meeting": {
        _B: (),
        _P: ("Thanks for making the time.",),
        _F: ("Thank you for making the time.", "Thank you for your reply, and for making the time."),
    },
    "thanks_moved": {
        _B: (),
        _P: ("Thanks for telling me in good time.", "No trouble at all."),
        _F: ("Thank you for letting me know in good time.", "It is no trouble at all to move it."),
    },
    "aside": {
        _B: (),
        _P: ("(A rough answer's fine.)", "(I'm curious, mostly.)", "(The short version's fine.)", "(Whatever comes to mind.)"),
        _F: (),
    },
    "aside_first": {
        _B: (),
        _P: ("(It helps me start in the right place.)",),
        _F: (),
    },
    "question_who": {
        _B: ("How {do} {who} get by today?",),
        _P: (
            "How{are} {who} getting by today: paper, phone, or somebody's memory? (I'd guess a bit of each.)",
            "How {do} {who} manage it today: on paper, by phone, or from memory? (My guess is all three.)",
        ),
        _F: ("May I ask how {who} {do} at present?",),
    },
    "question_thing": {
        _B: ("How do you do {thing} today?",),
        _P: (
            "How are you handling {thing} today: paper, phone, or somebody's memory? (I'd guess a bit of each.)",
            "What do you do about {thing} today: paper, phone, or somebody's memory? (My guess is all three.)",
        ),
        _F: ("May I ask how you manage {thing} at present?",),
    },
    "question_many": {
        _B: ("Which one matters most?",),
        _P: ("Which of these matters most to you?", "Which of these would you want sorted first?"),
        _F: ("May I ask which of these points weighs most with you?",),
    },
    "question_inbound_first": {
        _B: ("What made you look?",),
        _P: (
            "What made you start looking?",
            "What set this off: one bad day, or a lot of small ones?",
            "Who'd be using it most, you or the team?",
            "Is this for now, or for next year?",
        ),
        _F: ("May I ask what prompted your enquiry?",),
    },
    "question_meeting": {
        _B: ("Anything I should bring?",),
        _P: ("What would make it worth your time?", "Is there one thing you'd want to see first?"),
        _F: ("Is there anything you would wish me to bring?",),
    },
    "question_company": {
        _B: ("Anyone else joining?",),
        _P: ("Anyone else joining, or just the two of us?", "Anyone else joining on your side?"),
        _F: ("May I ask whether anyone else will be joining us?",),
    },
    "question_other": {_B: (), _P: (), _F: ()},
    "question_objection": {
        _B: ("What would have to be true?",),
        _P: ("What would have to be true for it to make sense?",),
        _F: ("May I ask what would have to be true for it to make sense?",),
    },
    "question_price": {
        _B: ("Is it the figure or the timing?",),
        _P: ("Is it the figure itself, or paying it now?",),
        _F: ("May I ask whether it is the figure itself, or its timing?",),
    },
    "question_timing": {
        _B: ("What has to be out of the way first?",),
        _P: ("What has to be out of the way first?",),
        _F: ("May I ask what would have to be out of the way first?",),
    },
    "question_competitor": {
        _B: ("What would you change about {it}?",),
        _P: ("What's the one thing you'd change about {it}?",),
        _F: ("May I ask what, if anything, you would change about {it}?",),
    },
    "question_no_need": {
        _B: ("Where does it creak, if anywhere?",),
        _P: ("Where does it creak, if it does?",),
        _F: ("May I ask where, if anywhere, it gives you trouble?",),
    },
    "question_security": {
        _B: ("What would you check first?",),
        _P: ("What would you want to check first?",),
        _F: ("May I ask what you would wish to see first?",),
    },
    "question_authority": {
        _B: ("What would {person} need to see?",),
        _P: ("What would {person} need to see?",),
        _F: ("May I ask what {person} would need to see?",),
    },
    "question_adoption": {
        _B: ("What would put them off?",),
        _P: ("What would put them off, do you think?",),
        _F: ("May I ask what, in your view, would put them off?",),
    },
    "question_lock_in": {
        _B: ("Is it the term or us?",),
        _P: ("Is it the length of the term, or something else?",),
        _F: ("May I ask whether it is the length of the term that troubles you?",),
    },
    "question_switching": {
        _B: ("How much is there to move?",),
        _P: ("How much is there to move over?",),
        _F: ("May I ask how much there would be to move?",),
    },
    "question_size": {
        _B: ("How many of you in the busy months?",),
        _P: ("How many of you are there at the busiest?",),
        _F: ("May I ask how many of you there are at the busiest time?",),
    },
    "thanks_again": {
        _B: (),
        _P: ("Thanks for coming back to me.",),
        _F: ("Thank you for coming back to me.",),
    },
    "ask_person": {
        _B: ("What did {person} say?", "Any word from {person}?", "Did {person} get to it?"),
        _P: ("What did {person} think?", "Has {person} had a chance to look?", "Any word from {person}, or is it too soon?"),
        _F: (
            "I thought I might ask, without wishing to hurry anybody, whether {person} {has} had the chance to look at it.",
            "May I ask whether {person} {has} come to a view?",
        ),
    },
    "ask_people": {
        _B: ("What did {person} say?", "Any word from {person}?", "Did {person} get to it?"),
        _P: ("What did {person} think?", "Have {person} had a chance to look?", "Any word from {person} yet?"),
        _F: (
            "I thought I might ask, without wishing to hurry anybody, whether {person} have had the chance to look at it.",
            "May I ask whether {person} have come to a view?",
        ),
    },
    "ask_met": {
        _B: ("{has} {person} met?", "What came of it when {person} met?"),
        _P: ("{has} {person} met yet?", "What did {person} make of it?"),
        _F: (
            "I thought I might ask, without wishing to hurry anybody, whether {person} {has} met, and what came of it.",
            "May I ask what {person} made of it?",
        ),
    },
    "ask_tried": {
        _B: ("How did {person} get on?", "What did {person} make of it?"),
        _P: ("How did {person} get on with it?", "What did {person} make of it?"),
        _F: (
            "I thought I might ask, without wishing to hurry anybody, how {person} got on with it.",
            "May I ask what {person} made of it?",
        ),
    },
    "ask_talked": {
        _B: ("Did you get to talk to {person}?",),
        _P: ("Did you get a chance to talk to {person}?",),
        _F: (
            "I thought I might ask, without wishing to hurry you, whether there has been an opportunity to speak with {person}.",
        ),
    },
    "ask_reached": {
        _B: ("Did {person} get to {thing}?",),
        _P: ("Did {person} get to {thing}, or is it too soon?",),
        _F: ("I thought I might ask, without wishing to hurry anybody, whether {person} {has} got to {thing}.",),
    },
    "ask_depends": {
        _B: ("Any word on {clause}?", "Know yet {clause}?"),
        _P: ("Any word yet on {clause}?", "Do you know by now {clause}?"),
        _F: ("I thought I might ask, without wishing to hurry you, whether you know by now {clause}.",),
    },
    "ask_news": {
        _B: ("Any word on {thing}?",),
        _P: ("Any word yet on {thing}?",),
        _F: ("I thought I might ask, without wishing to hurry you, whether there is any news of {thing}.",),
    },
    "ask_promise": {
        _B: ("You {meant} {promise}. How did it go?", "You {meant} {promise}. Where did that land?"),
        _P: ("You {meant} {promise}, so I wondered where that landed.", "You {meant} {promise}. How did it go?"),
        _F: (
            "As you had intended to {promise}, I thought I might ask, with no wish to hurry you, where matters stand.",
            "You had mentioned that you would {promise}, and I wondered whether there had been an opportunity to do so.",
        ),
    },
    "ask_thought": {
        _B: ("You {meant} {promise}. Where did you land?",),
        _P: ("You {meant} {promise}, so where did you land?",),
        _F: ("As you had intended to {promise}, I thought I might ask, with no wish to hurry you, where you have arrived.",),
    },
    "ask_shown": {
        _B: ("Did {person} see the {thing}?", "What did {person} make of the {thing}?"),
        _P: ("What did {person} make of the {thing}?", "Did {person} see the {thing}, or is it too soon?"),
        _F: ("I thought I might ask, without wishing to hurry anybody, what {person} made of the {thing}.",),
    },
    "ask_better": {
        _B: ("{noun} still {better}?",),
        _P: ("{are} the {noun} still {better}, or did that wear off?",),
        _F: ("I thought I might ask whether the {noun} {are} still {better}.",),
    },
    "ask_better_after": {
        _B: ("How did the {topic} end? {noun} still {better}?",),
        _P: ("How did the {topic} end: {noun} {better} all the way through, or did that wear off?",),
        _F: ("I thought I might ask how the {topic} had ended, and whether the {noun} {are} still {better}.",),
    },
    "ask_over": {
        _B: ("{question}",),
        _P: ("{question}",),
        _F: ("I thought I might ask, without wishing to hurry you, whether {clause} by now.",),
    },
    "ask_promise_about": {
        _B: ("You {meant} {promise}. {question}",),
        _P: ("You {meant} {promise}, so {then}",),
        _F: ("You had mentioned that you would {promise}. {question}",),
    },
    "ask_return": {
        _B: ("You said to check back. {question}", "Checking back, as you said. {question}"),
        _P: ("You asked me to check back, so here I am. {question}",),
        _F: ("As you kindly suggested that I write again, I am taking you at your word. {question}",),
    },
    "ask_still": {
        _B: ("Still on your list?", "Where did this land?"),
        _P: ("Is this still on your list?", "I wondered where this has landed with you."),
        _F: ("I thought I might ask whether this is still of interest to you.",),
    },
    "ask_event": {
        _B: ("How did the {topic} go?", "The {topic}. How did it go?"),
        _P: ("How did the {topic} go?", "How did you find the {topic}?"),
        _F: ("I thought I might ask how you had found the {topic}.", "May I ask what you made of the {topic}?"),
    },
    "ask_paper": {
        _B: ("Where did the {topic} land?", "The {topic}. Any thoughts?"),
        _P: ("Where did the {topic} land?", "Any thoughts on the {topic} yet?"),
        _F: (
            "I thought I might ask, without wishing to hurry you, where the {topic} now stands.",
            "May I ask whether the {topic} has left any question open?",
        ),
    },
    "echo": {
        _B: ("{said}. Your words.",),
        _P: (),
        _F: (),
    },
    "agenda": {
        _B: ("I'll show you one thing.", "One thing on the agenda."),
        _P: ("I'll keep it to one thing: how {how}.", "I'll start with how {how}."),
        _F: ("I propose to begin with how {how}.", "I thought that I might begin with how {how}."),
    },
    "no_pressure": {
        _B: ("If it's a no, say no. That's fine.", "No is fine too."),
        _P: ("If it's a no, that's fine too, just say.", "No rush, and no is a fine answer."),
        _F: ("Should you have decided against it, I would be glad to know that as well.",),
    },
    "offer_paper": {
        _B: ("Want the {paper}?",),
        _P: ("Shall I send you the {paper}?",),
        _F: ("May I send you the {paper}?", "Might I send the {paper} across to you?"),
    },
    "offer_look": {
        _B: ("Want to see it?", "Worth a look?"),
        _P: ("Would it help to see it?", "Want to take a quick look together?"),
        _F: (
            "If it would be useful, I should be glad to show it to you.",
            "I would be happy to walk you through it whenever it suits you.",
        ),
    },
    "offer_talk": {
        _B: ("Worth a quick call?", "Want to talk it through?"),
        _P: ("Worth a quick call?", "Happy to talk it through if that's easier."),
        _F: (
            "I would be happy to speak whenever it suits you.",
            "If a short conversation would help, I would gladly arrange one.",
        ),
    },
    "when": {
        _B: ("{when}. That works.", "{when}. Good for me."),
        _P: ("{when} works for me.", "{when} it is."),
        _F: ("{when} would suit me very well.", "I have noted {when}, which suits me very well."),
    },
    "welcome": {
        _B: ("Yes, bring {person}.",),
        _P: ("And yes, {person} {is} welcome to join.",),
        _F: ("It would of course be a pleasure to have {person} join us.",),
    },
    "welcome_all": {
        _B: ("Yes, bring anyone you like.",),
        _P: ("And yes, bring anyone you like along.",),
        _F: ("Anyone you would like to bring is of course most welcome.",),
    },
    "see_you": {
        _B: ("Talk then.",),
        _P: ("Talk to you then.",),
        _F: ("I look forward to speaking with you.",),
    },
    "unknown": {
        _B: ("{label}: I need to check. I won't guess.",),
        _P: ("On {label}, I'd rather check than guess, so I'll come back to you.",),
        _F: ("As to {label}, I would rather make certain than guess, and shall write again as soon as I know.",),
    },
    "unknown_rest": {
        _B: ("Your other question: I need to check. I won't guess.",),
        _P: ("On your other question, I'd rather check than guess, so I'll come back to you.",),
        _F: ("As to your other question, I would rather make certain than guess, and shall write again as soon as I know.",),
    },
    "unknown_all": {
        _B: ("I need to check that. I won't guess.",),
        _P: ("I'd rather check that than guess, so I'll come back to you.",),
        _F: ("I would rather make certain of this than guess, and shall write again as soon as I know.",),
    },
    "which": {
        _B: ("Which one did you mean?",),
        _P: ("Just so I get this right, which one did you mean?",),
        _F: ("So that I do not mistake your meaning, might I ask which of these you had in mind?",),
    },
    "what_day": {
        _B: ("What day works instead?", "When suits?"),
        _P: ("Which day would suit you?", "When would work for you?"),
        _F: ("Might I ask which day would suit you?", "May I ask when it would suit you?"),
    },
    "which_day": {
        _B: ("That day has passed. Which one did you mean?",),
        _P: ("That day has already passed, so which one did you mean?",),
        _F: ("As that day has already passed, might I ask which one you had in mind?",),
    },
    "passing_on": {
        _B: ("Let me look into it. You'll hear from me.",),
        _P: ("Let me look into this properly and come back to you.",),
        _F: ("Allow me to look into this properly; I shall write again as soon as I can.",),
    },
    "sorry": {
        _B: ("I'm sorry. You should not have to write twice.",),
        _P: ("I'm sorry about this, and I understand why you're annoyed.",),
        _F: ("I am sorry that it came to this, and I quite understand your annoyance.",),
    },
    "month": {
        _B: ("{month} it is. One note then. Nothing before.",),
        _P: ("{month} it is, so I'll check in then and leave you alone until it's due.",),
        _F: ("With your permission I shall write once in {month} and leave matters there until then.",),
    },
    "later": {
        _B: ("Name a month. One note then. Nothing before.",),
        _P: ("If you name a month, I'll check in then and leave you alone until it's due.",),
        _F: ("If you would name a month, I shall write once then and leave matters there until it comes.",),
    },
    "call": {
        _B: ("I'll call {line}.",),
        _P: ("I'll call you on {line}.",),
        _F: ("I shall call you on {line}.",),
    },
    "minutes": {
        _B: ("{minutes}, no more.",),
        _P: ("I'll keep it to {minutes}.",),
        _F: ("I shall take care to keep within {minutes}.",),
    },
    "here": {
        _B: ("{when}, that's {here} for me.",),
        _P: ("{when} ({here} for me)",),
        _F: ("{when}, which is {here} for me,",),
    },
    "hold_on": {
        _B: ("That's the bit to keep. {claim}.",),
        _P: ("The bit to hold on to: {claim}.",),
        _F: ("I would hope that, as the weeks go on, {claim}.",),
    },
    "hedged": {
        _B: (),
        _P: (),
        _F: ("I would expect that {clause}.", "I should think that {clause}."),
    },
    "on_topic": {
        _B: (),
        _P: ("On {topic}: {clause}.",),
        _F: ("As to {topic}, it may be worth adding that {clause}.",),
    },
    "frame": {
        _B: ("Why it matters for you.",),
        _P: ("The upside for you:",),
        _F: ("In practice this would mean that",),
    },
}
"""Every act with its wordings; an empty tuple means that register says nothing there."""

ACKNOWLEDGE: dict[str, dict[Register, tuple[str, ...]]] = {
    "price": {
        _B: ("Fair. It's real money.",),
        _P: ("That's fair, it's real money.",),
        _F: ("I appreciate your candour about the figure, and I would not wish to press you on it.",),
    },
    "timing": {
        _B: ("Understood. Not now.",),
        _P: ("Makes sense, now isn't the time.",),
        _F: ("I quite understand that this is not the moment, and I would not wish to add to your desk.",),
    },
    "competitor": {
        _B: ("Fair. If it works, it works.",),
        _P: ("Fair enough, if it works for you, it works.",),
        _F: ("If what you have serves you well, I would be the last to speak against it.",),
    },
    "no_need": {
        _B: ("Fair. If it works, keep it.",),
        _P: ("Fair enough, if it works, it works.",),
        _F: ("It would be foolish of me to argue with an arrangement that works.",),
    },
    "security": {
        _B: ("Right thing to ask.",),
        _P: ("That's the right thing to ask first.",),
        _F: ("I quite understand the caution, and I would far sooner meet it than ask you to set it aside.",),
    },
    "authority": {
        _B: ("Thanks for telling me. I won't go around {person}.",),
        _P: ("Thanks for telling me, and I won't go around {person}.",),
        _F: ("It is good of you to tell me so plainly, and I would not think of going around {person}.",),
    },
    "adoption": {
        _B: ("I believe you.",),
        _P: ("That's a fair worry.",),
        _F: ("It is a reasonable doubt, and one that I would not wish to argue away.",),
    },
    "lock_in": {
        _B: ("Fair. Nobody likes being stuck.",),
        _P: ("Fair, nobody likes being locked in.",),
        _F: ("I quite understand the wish not to be bound.",),
    },
    "switching": {
        _B: ("Moving is work. I know.",),
        _P: ("Moving is work, I won't pretend otherwise.",),
        _F: ("I would not pretend that a change is no work at all.",),
    },
    "size": {
        _B: ("Fair question.",),
        _P: ("That's a fair question.",),
        _F: ("It is a fair question.",),
    },
}
"""A neutral acknowledgement for each standing concern."""
