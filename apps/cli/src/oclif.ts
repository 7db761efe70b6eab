// The one door to oclif. The build puts a bundle in the place of this module: behind it stand a hundred small files, and to find and read them would
// take a third of every start.
import * as Args from '@oclif/core/args';
import { Command } from '@oclif/core/command';
import * as Flags from '@oclif/core/flags';
import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';

export { Args, Command, Flags, run, settings };
