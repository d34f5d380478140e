import { type BenchRow } from '../row';
import { deliveryFloors, type DeliveryFloors } from './delivery-floors';
import { QueuedCertificates } from './queued-certificates';

const rounds = 2;

export const mailing: BenchRow = {
  number: 8,
  name: 'mailing',
  work: '1,000 queued certificates to the SMTP sink, each exactly once',
  goals: [
    {
      name: '',
      against: 'sum of the floors: loaded page, bare mail, bare queue, one after the other',
      bound: 'at most',
      value: 1.5,
      unit: '',
    },
  ],
  async measure(bench) {
    const full = bench.form.kind === 'full';
    const count = full ? 1_000 : 80;
    const certificates = await QueuedCertificates.open(bench, 'mailing');
    await certificates.submit(40);
    await certificates.mailed();
    const { sink } = certificates.parts;
    const measureFloors = await deliveryFloors(bench, { count: full ? 200 : 40, sink });
    const notes: string[] = [];
    const ratios: number[] = [];
    const control: number[] = [];
    let before = await measureFloors();
    for (let round = 0; round < rounds; round++) {
      const seconds = await certificates.timed(count);
      const after = await measureFloors();
      const floor = (sumOf(before) + sumOf(after)) / 2;
      ratios.push(seconds / count / floor);
      control.push(sumOf(after) / sumOf(before));
      notes.push(
        `${count} in ${seconds.toFixed(1)} s; each ${inWords(seconds / count)}; floors ${wordsOf(after)}`,
      );
      before = after;
    }
    await certificates.check();
    return { figures: { '': ratios }, control, notes };
  },
};

function sumOf({ render, mail, queue }: DeliveryFloors): number {
  return render + mail + queue;
}

function wordsOf({ render, mail, queue }: DeliveryFloors): string {
  return `${inWords(render)}, ${inWords(mail)}, ${inWords(queue)}`;
}

function inWords(seconds: number): string {
  return `${(seconds * 1_000).toFixed(1)} ms`;
}
