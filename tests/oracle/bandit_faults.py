"""Faults of Algorithm 1: one round, and runs."""

from fault import fault, replace


def learning(eenet, learn):
    """Replaces EENet.learn for f1 and f2 by learn(bandit, play, reward), which returns the label."""
    def make(old):
        return lambda self, play, reward: old(self, play, reward) if self.f2 is None else {
            "label": learn(self, play, reward)}
    replace(eenet.EENet, "learn", make)


def right_label(bandit, play, reward):
    return bandit.label(reward, bandit.seen["f1"][play])


# ---- One round -------------------------------------------------------------------------------

@fault("the label is made after the step of f1", "round", "label")
def label_after_update(eenet, adapter):
    def learn(bandit, play, reward):
        bandit.f1.step(bandit.arms[play], reward)
        label = bandit.label(reward, bandit.f1.value(bandit.arms[play]))
        bandit.f2.step(bandit.seen["phi"][play], label)
        return label
    learning(eenet, learn)


@fault("f2 learns at the phi of the stepped network", "round", "theta2")
def phi_after_update(eenet, adapter):
    def learn(bandit, play, reward):
        label = right_label(bandit, play, reward)
        bandit.f1.step(bandit.arms[play], reward)
        bandit.f2.step(eenet.features(bandit.f1.gradient(bandit.arms[play])[1], bandit.how), label)
        return label
    learning(eenet, learn)


@fault("f2 steps at the rate of f1", "round", "theta2", "W_")
def rate_of_f1_for_f2(eenet, adapter):
    def learn(bandit, play, reward):
        label = right_label(bandit, play, reward)
        bandit.f1.step(bandit.arms[play], reward)
        bandit.f2.eta = bandit.f1.eta
        bandit.f2.step(bandit.seen["phi"][play], label)
        return label
    learning(eenet, learn)


@fault("f2 is trained on the reward", "round", "theta2", "W_")
def f2_learns_the_reward(eenet, adapter):
    def learn(bandit, play, reward):
        bandit.f1.step(bandit.arms[play], reward)
        bandit.f2.step(bandit.seen["phi"][play], reward)
        return right_label(bandit, play, reward)
    learning(eenet, learn)


@fault("f2 is never trained", "round", "theta2", "W_")
def f2_frozen(eenet, adapter):
    def learn(bandit, play, reward):
        bandit.f1.step(bandit.arms[play], reward)
        return right_label(bandit, play, reward)
    learning(eenet, learn)


@fault("f1 makes one step too many", "round", "theta1", "W_")
def one_step_too_many(eenet, adapter):
    replace(eenet.EENet, "learn", lambda old: lambda self, play, reward: (
        old(self, play, reward), self.f1.step(self.arms[play], reward))[0])


@fault("it learns at the arm that it chose, not at the one that is played", "round", "label|theta1")
def learns_its_own_choice(eenet, adapter):
    replace(eenet.EENet, "learn", lambda old: lambda self, play, reward: old(
        self, self.best(self.seen["f1"] if self.f2 is None else self.scores(self.seen["f1"], self.seen["f2"])), reward))


@fault("the reward is credited to the next arm", "round", "label|theta1")
def reward_of_another_arm(eenet, adapter):
    replace(eenet.EENet, "learn", lambda old: lambda self, play, reward: old(
        self, (play + 1) % len(self.arms), reward))


@fault("the first two arms are swapped", "round", "f1", "arm 0|0")
def swapped_arms(eenet, adapter):
    replace(eenet.EENet, "choose", lambda old: lambda self, arms: old(self, [*arms[1::-1], *arms[2:]]))


@fault("contexts are scaled to norm 1", "round", "f1", "arm")
def contexts_scaled(eenet, adapter):
    replace(eenet.EENet, "choose", lambda old: lambda self, arms: old(
        self, [eenet.scaled_to_norm_one(x) for x in arms]))


@fault("the arm is chosen by f1 alone", "round|run", "arm")
def choice_by_f1(eenet, adapter):
    eenet.EENet.scores = lambda self, f1, f2: f1


@fault("the arm is chosen by f2 alone", "round", "arm")
def choice_by_f2(eenet, adapter):
    eenet.EENet.scores = lambda self, f1, f2: f2


@fault("the score is f1 - f2", "round", "arm")
def f2_subtracted(eenet, adapter):
    eenet.EENet.scores = lambda self, f1, f2: [a - b for a, b in zip(f1, f2)]


@fault("the smallest score is chosen", "round", "arm")
def smallest_chosen(eenet, adapter):
    eenet.EENet.best = lambda self, scores: scores.index(min(scores))


@fault("of equal scores the highest arm is chosen, undeclared", "round", "arm")
def wrong_tie(eenet, adapter):
    adapter.dialect.tie = "highest"


@fault("the label is shifted, undeclared", "round", "label", explanation="label")
def label_shifted(eenet, adapter):
    adapter.dialect.label_shift = 0.1


@fault("the label is absolute, undeclared", "round", "label", explanation="|r - f1|")
def absolute_label(eenet, adapter):
    adapter.dialect.label = "absolute"


@fault("the label has the other sign", "round", "label")
def label_negated(eenet, adapter):
    replace(eenet.EENet, "label", lambda old: lambda self, reward, f1: -old(self, reward, f1))


@fault("the score weighs f2 by 1/2, undeclared", "round|run", "arm", explanation="f2")
def score_weight_undeclared(eenet, adapter):
    adapter.dialect.score_weight = 0.5


@fault("right only where there are as many arms as dimensions", "round", "f2")
def right_only_if_n_is_d(eenet, adapter):
    replace(eenet.EENet, "choose", lambda old: lambda self, arms: old(self, arms) if len(arms) == len(arms[0]) else {
        **old(self, arms), "f2": list(reversed(old(self, arms).get("f2", [])))})


# ---- Runs ------------------------------------------------------------------------------------

def in_runs(eenet, adapter, name, make):
    """Replaces what answers choose or learn by make(old), a function of the adapter's bandit and the question."""
    def wrapped(old):
        changed = make(old)
        return lambda question: changed(adapter.bandit, question)
    replace(adapter, name, wrapped)


@fault("the parameters drift from what it reports", "run", "f1", "arm", round=2)
def drifting_state(eenet, adapter):
    def learn(old):
        def drifting(bandit, question):
            answer = old(question)
            bandit.f1.theta = [weight * (1 + 1e-9) for weight in bandit.f1.theta]
            return answer
        return drifting
    in_runs(eenet, adapter, "learn", learn)


@fault("right until round 57, when the rate is halved", "run", "theta1", "W_", round=57)
def right_until_round_57(eenet, adapter):
    def learn(old):
        def halved(bandit, question):
            if question["t"] == 57:
                bandit.f1.eta = bandit.f1.eta / 2
            return old(question)
        return halved
    in_runs(eenet, adapter, "learn", learn)


@fault("phi is remembered from the first round", "run", "phi|f2", "", round=2)
def stale_phi(eenet, adapter):
    def choose(old):
        def stale(bandit, question):
            answer = old(question)
            if bandit.f2 is None:
                return answer
            kept = bandit.__dict__.setdefault("kept", answer["phi"])
            phi = kept if len(kept) == len(answer["phi"]) else answer["phi"]
            bandit.seen["phi"] = phi
            bandit.seen["f2"] = [bandit.f2.value(p) for p in phi]
            scores = bandit.scores(answer["f1"], bandit.seen["f2"])
            return {**answer, "phi": phi, "f2": bandit.seen["f2"], "arm": bandit.best(scores)}
        return stale
    in_runs(eenet, adapter, "choose", choose)


@fault("choosing changes the parameters", "run", "f1|phi|f2|theta1", "")
def choose_changes_the_state(eenet, adapter):
    def choose(old):
        def changing(bandit, question):
            answer = old(question)
            bandit.f1.theta = [weight * (1 + 1e-6) for weight in bandit.f1.theta]
            return answer
        return changing
    in_runs(eenet, adapter, "choose", choose)


@fault("f1 has a momentum of 0.9", "run", "theta1", "W_", round=2)
def momentum(eenet, adapter):
    def with_momentum(old):
        def step(self, x, target):
            before = self.theta
            old(self, x, target)
            velocity = self.__dict__.get("velocity", [0.0] * len(before))
            self.velocity = [0.9 * v + (b - a) for v, a, b in zip(velocity, before, self.theta)]
            self.theta = [a + v for a, v in zip(before, self.velocity)]
        return step
    replace(eenet.Learner, "step", with_momentum)


@fault("the rate of f1 falls as 1/t", "run", "theta1", "W_", round=2)
def falling_rate(eenet, adapter):
    def learn(old):
        def falling(bandit, question):
            first = bandit.__dict__.setdefault("first_rate", bandit.f1.eta)
            bandit.f1.eta = first / question["t"]
            return old(question)
        return falling
    in_runs(eenet, adapter, "learn", learn)


@fault("all past rounds are trained on again", "run", "theta1", "W_", round=2)
def replays_the_past(eenet, adapter):
    def learn(old):
        def replaying(bandit, question):
            answer = old(question)
            past = bandit.__dict__.setdefault("past", [])
            for x, reward in past:
                bandit.f1.step(x, reward)
            past.append((bandit.arms[question["play"]], question["reward"]))
            return {**answer, **bandit.parameters()}
        return replaying
    in_runs(eenet, adapter, "learn", learn)


@fault("a second run goes on with the parameters of the first", "run", "f1", "arm", round=1,
       verdict="disagrees|nondeterministic")
def run_not_started_anew(eenet, adapter):
    def start(old):
        def kept(question):
            before = adapter.bandit
            answer = old(question)
            if before is not None and len(before.f1.theta) == len(adapter.bandit.f1.theta):
                adapter.bandit.f1.theta = before.f1.theta
            return answer
        return kept
    replace(adapter, "start", start)


@fault("parameters that are set are ignored, and round 2 makes a step too many", "run", "theta1", "W_", round=2)
def set_ignored(eenet, adapter):
    adapter.set = lambda question: {}

    def learn(old):
        def twice(bandit, question):
            answer = old(question)
            if question["t"] == 2:
                bandit.f1.step(bandit.arms[question["play"]], question["reward"])
            return {**answer, **bandit.parameters()}
        return twice
    in_runs(eenet, adapter, "learn", learn)


@fault("the two lists of parameters are swapped", "round", "theta1", kind="missing-field")
def parameters_swapped(eenet, adapter):
    replace(eenet.EENet, "parameters", lambda old: lambda self: old(self) if self.f2 is None else {
        "theta1": self.f2.theta, "theta2": self.f1.theta})


@fault("it learns at the arms of the round before", "run", "theta1|label", "", round=2)
def arms_of_the_round_before(eenet, adapter):
    def learn(old):
        def late(bandit, question):
            now, before = bandit.arms, bandit.__dict__.get("before", bandit.arms)
            bandit.before, bandit.arms = now, before if len(before) == len(now) else now
            answer = old(question)
            bandit.arms = now
            return answer
        return late
    in_runs(eenet, adapter, "learn", learn)
