import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { sendLoad } from '../load/load';
import { type Contender, type Contest, doubleOf, holdContest } from '../measure/contest';
import { openCpuGroup } from '../measure/cpu-group';
import { treeMemory } from '../measure/process-usage';
import { type PeerFigures, type ProgramReport, type TaskReport } from '../report/peers';
import { sendAtRate } from '../load/constant-rate';
import { installedSize } from './fetched';
import { type Peer, type Running, type Task } from './peer';

/** The time after which a program that is ready loads nothing more. */
const settledMs = 3_000;
/** So many requests make a percentile of a slice, however long they take. */
const fewest = 4;

/** A program that runs, with what was measured before its first request. */
interface Started {
  readonly peer: Peer;
  readonly running: Running;
  readonly cpu: () => number;
  readonly readySeconds: readonly number[];
  readonly idle: number;
  /** Memory in MiB, at its highest so far. */
  loaded: number;
}

/** The product and the selected peers take turns at a task. A peer that cannot take part is reported with the reason. */
export async function measureTask(bench: Bench, task: Task, peers: readonly Peer[]): Promise<TaskReport> {
  const product = await start(bench, task, task.product);
  const started: Started[] = [];
  const missing: { title: string; reason: string }[] = [];
  for (const peer of peers)
    try {
      started.push(await start(bench, task, peer));
    } catch (error) {
      console.error(`  ${peer.title}:`, error);
      const [reason = ''] = (error as Error).message.split('\n');
      missing.push({ title: peer.title, reason });
    }
  const all = [product, ...started];
  const contenders = all.map((one) => contenderOf(bench, task, one));
  const double = { ...contenderOf(bench, task, product), name: doubleOf(product.peer.title) };
  const { rounds } = bench.setup.form.peers;
  const contest = await holdContest([...contenders, double], { rounds, figure: 'cpu' });
  const { name, work, rate } = task;
  const programs = all.map((one) => reportOf(one, contest));
  return { name, work, rate, control: contest.control, programs, missing };
}

/** Starts and warms it up. @throws if it cannot take part. */
async function start(bench: Bench, task: Task, peer: Peer): Promise<Started> {
  console.error(`  ${peer.title}`);
  await peer.install();
  const startOnce = await peer.prepare(bench);
  const readySeconds: number[] = [];
  for (let left = bench.setup.form.peers.starts - 1; left > 0; left--) {
    await using scope = bench.within();
    readySeconds.push((await startOnce(scope, { group: groupOf(scope) })).program.readySeconds);
  }
  const group = groupOf(bench);
  const running = await startOnce(bench, { group });
  readySeconds.push(running.program.readySeconds);
  await delay(settledMs);
  const idle = treeMemory(running.program.pid);
  await running.check();
  const started = { peer, running, cpu: () => group.cpu(), readySeconds, idle, loaded: idle };
  await warmUp(bench, task, started);
  return started;
}

function groupOf(bench: Bench): ReturnType<typeof openCpuGroup> & {} {
  const group = openCpuGroup(bench);
  if (!group)
    throw new Error(
      'This user may not create a control group, which counts the CPU of all processes of a peer',
    );
  return group;
}

/** At full speed, so that its code is compiled, and its memory is at its highest. */
async function warmUp(bench: Bench, { connections }: Task, started: Started): Promise<void> {
  const { program, request, status, text } = started.running;
  const looking = setInterval(() => {
    look(started);
  }, 250);
  try {
    const end = performance.now() + bench.setup.form.peers.warmUpSeconds * 1_000;
    while (performance.now() < end)
      await sendLoad(program, { request, status, text, connections }, connections * fewest);
  } finally {
    clearInterval(looking);
  }
}

function look(started: Started): void {
  started.loaded = Math.max(started.loaded, treeMemory(started.running.program.pid));
}

function contenderOf(bench: Bench, { rate }: Task, started: Started): Contender {
  const { peer, running, cpu } = started;
  const { program, request, status } = running;
  const amount = Math.max(fewest, rate * bench.setup.form.peers.sliceSeconds);
  return {
    name: peer.title,
    warmUp: () => Promise.resolve(),
    slice: async () => {
      const before = cpu();
      const { sent, p50, p99 } = await sendAtRate(bench, program, {
        requests: [request],
        status,
        perSecond: rate,
        amount,
      });
      const used = (cpu() - before) / 1_000;
      look(started);
      await running.check();
      return { cpu: used / sent, p50, p99 };
    },
  };
}

function reportOf({ peer, readySeconds, idle, loaded }: Started, contest: Contest): ProgramReport {
  const { title, settings, installed } = peer;
  const slicesOf = (figure: string): readonly number[] => contest.figures(figure, title);
  const figures: PeerFigures = {
    cpu: slicesOf('cpu'),
    p50: slicesOf('p50'),
    p99: slicesOf('p99'),
    idle: [idle],
    loaded: [loaded],
    ready: readySeconds,
    size: [installedSize(installed)],
  };
  return { title, settings, figures };
}
