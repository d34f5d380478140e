import { certificate } from '../certificates/05-certificate';
import { launched } from '../certificates/06-launch';
import { waiting } from '../certificates/07-waiting';
import { memory } from '../certificates/14-memory';
import { type BenchRow } from '../row';
import { submission } from './01-submission';
import { textbook } from './02-textbook';
import { verification } from './04-verification';
import { guard } from './09-guard';
import { stockGuard } from './10-stock-guard';
import { revocation } from './11-revocation';
import { token } from './12-token';
import { start } from './13-start';
import { longList } from './15-long-list';

const all: readonly BenchRow[] = [
  submission,
  textbook,
  verification,
  memory,
  waiting,
  launched,
  certificate,
  guard,
  stockGuard,
  revocation,
  token,
  start,
  longList,
];

/** In the order of their numbers. */
export const rows: readonly BenchRow[] = all.toSorted((one, other) => one.number - other.number);
