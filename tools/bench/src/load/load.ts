import autocannon, { type LoadRequest } from 'autocannon';
import { type Bench } from '../bench';
import { type Contender, type Contest, holdContest, type Slice } from '../measure/contest';
import { processCpu } from '../measure/process-usage';
import { median } from '../measure/spread';
import { type Program } from '../processes/program';

export interface Load {
  readonly request: LoadRequest;
  readonly status: number;
  /** Every body must contain it. */
  readonly text?: string;
  readonly connections?: number;
}

/** Sends a fixed number of requests. @throws if a response is not the expected one. */
export async function sendLoad(
  program: Program,
  { request, status, text = '', connections = 32 }: Load,
  amount: number,
): Promise<{ readonly p50: number; readonly perSecond: number }> {
  const began = performance.now();
  let ended = began;
  // Autocannon's own histogram counts whole milliseconds.
  const latencies: number[] = [];
  const run = autocannon({
    url: program.origin,
    connections,
    amount,
    verifyBody: (body) => body.includes(text),
    sampleInt: 20,
    // In seconds: other printers take some on a busy machine.
    timeout: 60,
    requests: [request],
  });
  void run.on('response', (...response) => {
    latencies.push(response[3]);
    ended = performance.now();
  });
  const { errors, mismatches, statusCodeStats } = await run;
  if (statusCodeStats[String(status)]?.count !== amount || errors + mismatches > 0) {
    const seen = JSON.stringify({ errors, mismatches, statuses: statusCodeStats });
    throw new Error(`not ${amount} times ${status}: ${seen}\n${program.output()}`);
  }
  program.answered += amount;
  return { p50: median(latencies), perSecond: (amount / (ended - began)) * 1_000 };
}

export interface HttpContender extends Load {
  readonly name: string;
  readonly program: Program;
  /** CPU used so far, in microseconds; by default that of the process. */
  readonly cpu?: () => number;
  readonly warmUpRequests?: number;
  /** Runs after each load and is not measured. @throws if the program's work is wrong. */
  readonly check?: () => Promise<void>;
}

/**
 * Programs under load take turns. A slice is a fixed number of requests, so that every response can be checked; its
 * figures are `cpu` per request in microseconds, `p50` in milliseconds and `perSecond`.
 */
export function httpContest(
  { setup: { form } }: Bench,
  contenders: readonly HttpContender[],
  { figure = 'cpu', rounds = form.rounds }: { readonly figure?: string; readonly rounds?: number } = {},
): Promise<Contest> {
  const contenderOf = (options: HttpContender): Contender => {
    const { name, program, connections = 32, warmUpRequests = 0, check } = options;
    const { cpu = () => processCpu(program.pid) } = options;
    let amount = connections * 2;
    const slice = async (): Promise<Slice> => {
      const before = cpu();
      const measured = await sendLoad(program, options, amount);
      const used = cpu() - before;
      await check?.();
      return { ...measured, cpu: used / amount };
    };
    const warmUp = async (): Promise<void> => {
      const end = performance.now() + form.warmUpSeconds * 1_000;
      const enough = program.answered + warmUpRequests;
      while (performance.now() < end || program.answered < enough) {
        const { perSecond = 0 } = await slice();
        amount = Math.max(Math.ceil(perSecond * form.sliceSeconds), connections, 4);
      }
    };
    return { name, warmUp, slice };
  };
  return holdContest(contenders.map(contenderOf), { figure, rounds });
}
