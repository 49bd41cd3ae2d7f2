"""SMAC3's random forests look for one configuration."""

import tempfile

from ConfigSpace import Categorical, ConfigurationSpace, InCondition
from smac import HyperparameterOptimizationFacade as Facade
from smac import Scenario
from smac.runhistory.dataclasses import TrialValue

import ask_tell

FIRST = 5  # configurations before the first model: there is time for about twenty


def space_of(knobs, seed):
    space = ConfigurationSpace(seed=seed)
    made = {knob["name"]: Categorical(knob["name"], knob["values"], default=knob["default"]) for knob in knobs}
    space.add(list(made.values()))
    for knob in knobs:
        if "when" in knob:
            space.add(InCondition(made[knob["name"]], made[knob["when"]["knob"]], knob["when"]["values"]))
    return space


def main():
    told = ask_tell.Space()
    space = space_of(told.knobs, told.seed)
    with tempfile.TemporaryDirectory() as folder:
        scenario = Scenario(space, deterministic=True, n_trials=1000, seed=told.seed, output_directory=folder)
        first = Facade.get_initial_design(scenario, n_configs=FIRST, additional_configs=[space.get_default_configuration()])
        smac = Facade(scenario, lambda config, seed=0: 0, initial_design=first, overwrite=True, logging_level=False)
        while True:
            trial = smac.ask()
            cost = told.cost({name: str(value) for name, value in dict(trial.config).items()})
            if cost is None:
                return
            smac.tell(trial, TrialValue(cost=cost))


if __name__ == "__main__":
    main()
