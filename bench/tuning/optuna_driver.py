"""Optuna's tree-structured Parzen estimator looks for one configuration."""

import optuna

import ask_tell


def suggested(trial, knobs):
    chosen = {}
    for knob in knobs:
        when = knob.get("when")
        if when is None or chosen.get(when["knob"]) in when["values"]:
            chosen[knob["name"]] = trial.suggest_categorical(knob["name"], knob["values"])
    return chosen


def main():
    space = ask_tell.Space()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=space.seed))
    study.enqueue_trial(space.default, skip_if_exists=True)
    while True:
        trial = study.ask()
        cost = space.cost(suggested(trial, space.knobs))
        if cost is None:
            return
        study.tell(trial, cost)


if __name__ == "__main__":
    main()
