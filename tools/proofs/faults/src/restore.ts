import { scenarioCommand } from './scenario-command';
import { runRestore } from './scenarios/restore/run-restore';

// `npm run prove -- restore [--seed N] [--seconds S]`
void scenarioCommand(
  { seconds: 60 },
  async (options) => {
    const result = await runRestore({ ...options, archivesLog: true });
    const { before, after, certificate, auditProof, copySeconds, restoreSeconds } = result;
    const different = Object.keys(before).filter((table) => before[table] !== after[table]);
    for (const table of different)
      console.log(`${table}: ${before[table] ?? 0} rows before, ${after[table] ?? 0} after`);
    const rows = Object.values(after).reduce((sum, count) => sum + count, 0);
    console.log(
      `${rows} rows of ${Object.keys(after).length} tables, ${different.length} tables with another number`,
    );
    console.log(`${copySeconds.toFixed(1)} s to copy, ${restoreSeconds.toFixed(1)} s to restore`);
    console.log(`The certificate:\n${certificate.text}The audit proof:\n${auditProof.text}`);
    const isKept = different.length === 0 && certificate.isGenuine && auditProof.isGenuine;
    return { ...result, isKept };
  },
  'restore',
);
