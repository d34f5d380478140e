import { callHttp } from '@governance/testing';
import { type Bench } from '../bench';
import { type HttpContender, httpContest } from '../load/load';
import { type Contest, doubleOf } from '../measure/contest';
import { openCpuGroup } from '../measure/cpu-group';
import { type PrintingTask } from '../../printing';
import { startReference } from '../processes/program';

/** Starts a program with its own browser, on both cores, that prints with one method. */
async function startPrinting(bench: Bench, task: PrintingTask): Promise<HttpContender> {
  const group = openCpuGroup(bench);
  const program = await startReference(bench, 'printing', {
    env: { TASK: task },
    cores: '0,1',
    group,
  });
  return {
    name: task,
    program,
    request: { method: 'GET', path: '/certificate' },
    status: 200,
    connections: 1,
    cpu: () => group?.cpu() ?? Number.NaN,
    // Afterwards its code is compiled, as in a long-running worker.
    warmUpRequests: task.startsWith('product') ? 120 : 0,
    check: async () => {
      const { status, text } = await callHttp(`${program.origin}/check`);
      if (status !== 200) throw new Error(`${task}: ${text}`);
    },
  };
}

/** The same certificate by the product and by common alternatives, one at a time. */
export async function certificates(bench: Bench): Promise<Contest> {
  const contenders = [
    await startPrinting(bench, 'loaded page'),
    await startPrinting(bench, 'product'),
    await startPrinting(bench, 'product, sealed'),
    await startPrinting(bench, 'launch per render'),
    { ...(await startPrinting(bench, 'loaded page')), name: doubleOf('loaded page') },
  ];
  return httpContest(bench, contenders, { figure: 'p50' });
}

export const waitings = ['2 waiting', '4 waiting', '8 waiting'] as const;

export async function waitingCertificates(bench: Bench): Promise<Contest> {
  const product = await startPrinting(bench, 'product');
  const reference = await startPrinting(bench, 'page per render');
  const contenders = waitings.flatMap((waiting) =>
    [reference, product].map((contender) => ({
      ...contender,
      name: `${contender.name}, ${waiting}`,
      connections: parseInt(waiting),
    })),
  );
  const double = { ...reference, name: doubleOf('page per render, 2 waiting'), connections: 2 };
  const rounds = Math.ceil(bench.setup.form.rounds / 2);
  return httpContest(bench, [...contenders, double], { figure: 'perSecond', rounds });
}
