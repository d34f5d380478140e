import { processTree } from '@governance/testing';
import { type ReplicatedProduct } from './replicated-product';

const everything = 1;

/** The browsers of the run whose worker has ended or no longer knows them. The profile of each names its worker. */
export function orphanBrowsers({ replicas, former }: ReplicatedProduct): readonly string[] {
  const running = [...replicas.values()].flat();
  const owned = new Set(running.flatMap((replica) => replica.children().map(({ pid }) => pid)));
  const workers = new Set([...running, ...former].flatMap((replica) => replica.pids()));
  return processTree(everything)
    .filter(({ pid, command }) => {
      const [, worker] = /--user-data-dir=\S*governance-browser-(\d+)-/.exec(command) ?? [];
      return worker !== undefined && workers.has(Number(worker)) && !owned.has(pid);
    })
    .map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
}
