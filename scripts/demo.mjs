import { chosen } from './lib/chosen.mjs';
import { SetupError } from './lib/step.mjs';
import { commandsOf, openStage, plots } from './lib/story.mjs';
import { setUp } from './setup.mjs';

// `npm run demo`: the main job on three examples; others: `-- --example langgraph-support`. Everything below a `$` is what that command printed, shortened; nothing is prepared.
try {
  const names = plots.map((plot) => plot.example);
  const { example } = chosen({ example: names }, { example: plots.filter((plot) => plot.isShown).map((plot) => plot.example) });
  await setUp((line) => console.log(line));
  for (const plot of plots) if (example.includes(plot.example)) await tell(plot);
  const others = names.filter((name) => !example.includes(name));
  if (others.length > 0) console.log(`\nOthers, by npm run demo -- --example <name>: ${others.join(', ')}`);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function tell(plot) {
  const stage = await openStage(plot);
  const commands = commandsOf(plot);
  try {
    console.log(`\n━━ ${plot.example} ━━`);
    const recording = await scene(stage, 'The agent fails; the run is recorded.', commands.record, 0, 2);
    const replays = [
      await scene(stage, 'A test is exported, once it was red on the bug and green on the fix.', commands.export, 0, 3),
      await scene(stage, 'The test on the buggy code: red, by the claim.', commands.test, 1, 3),
    ];
    if (plot.isMinimized) {
      replays.push(
        await scene(
          stage,
          'The run is made smaller: what is left fails in the same way, and nothing of it can go.',
          commands.minimize,
          0,
          4,
        ),
        await scene(stage, 'A test of what is left: as good as the other one, and short enough to be read.', commands.exportSmall, 0, 3),
      );
    }
    stage.applyFix();
    replays.push(await scene(stage, 'The same test on the fixed code: green.', commands.test, 0, 1));
    replays.push(
      await scene(stage, `The fixed code where ${plot.effect} is frozen, and nobody recorded what it asks.`, commands.frozen, 3, 3),
    );
    replays.push(await scene(stage, 'What the test is pinned to, by changing one thing at a time.', commands.score, 0, 14));
    const total = (field) => replays.reduce((sum, replay) => sum + replay[field], 0);
    console.log(
      `• Counted: bodies of tools and models that ran: ${recording.bodies} in the recording, ${total('bodies')} in all that came after it;` +
        ` requests at the server: ${recording.requests}, then ${total('requests')}.`,
    );
    if (total('bodies') + total('requests') > 0) process.exitCode = 1;
  } finally {
    await stage.close();
  }
}

async function scene(stage, title, command, expectedCode, lines) {
  const played = await stage.play(command);
  console.log(`• ${title}\n  $ ${command}   → exit ${played.code}`);
  for (const line of shorten(played.output, played.code === expectedCode ? lines : 40)) console.log(`    ${line}`);
  if (played.code !== expectedCode) {
    console.log(`  That should have been exit ${expectedCode}.`);
    process.exitCode = 1;
  }
  return played;
}

/** The first lines of an output that say something; of vitest's, the lines about tests. */
function shorten(output, most) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s*[⎯❯×]|RUN {2}v|Start at|Duration/.test(line));
  const shown = lines.slice(0, most).map((line) => (line.length > 150 ? `${line.slice(0, 149)}…` : line).trimEnd());
  return lines.length > most ? [...shown.slice(0, -1), `${shown.at(-1)}  [and ${lines.length - most} more lines]`] : shown;
}
