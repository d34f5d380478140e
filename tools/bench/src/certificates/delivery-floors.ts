import { bareMail } from '../../floors/certificates/bare-mail';
import { bareQueue } from '../../floors/certificates/bare-queue';
import { type Bench } from '../bench';
import { freshDatabase } from '../processes/databases';
import { type MailSink } from './mail-sink';
import { PrintingProgram } from './printing-program';
import { floorAddress } from './queued-certificates';

/** Seconds for one certificate: a bare print, a bare mail of the same length, a bare claim and completion. */
export interface DeliveryFloors {
  readonly render: number;
  readonly mail: number;
  readonly queue: number;
}

/** Measures each floor by itself, on `count` of them. */
export async function deliveryFloors(
  bench: Bench,
  { count, sink }: { readonly count: number; readonly sink: MailSink },
): Promise<() => Promise<DeliveryFloors>> {
  const printer = await PrintingProgram.start(bench, 'loaded page');
  const jobs = 20 * count;
  const queue = await bareQueue(await freshDatabase(bench, 'bare_queue'), jobs);
  bench.defer(() => queue.end());
  await printer.run(count);
  return async () => {
    const mail = bareMail(sink.smtpUrl, messageOf(sink.lastLength()));
    const floors = {
      render: 1 / (await printer.run(count)).perSecond,
      mail: await secondsOf(count, () => mail.send(floorAddress)),
      queue: await secondsOf(count, () => queue.next()),
    };
    mail.end();
    return floors;
  };
}

async function secondsOf(count: number, work: () => Promise<void>): Promise<number> {
  await work();
  const began = performance.now();
  for (let turn = 0; turn < count; turn++) await work();
  return (performance.now() - began) / 1_000 / count;
}

function messageOf(length: number): Buffer {
  const line = `${'A'.repeat(76)}\r\n`;
  return Buffer.from(`Subject: floor\r\n\r\n${line.repeat(Math.ceil(length / line.length))}`);
}
