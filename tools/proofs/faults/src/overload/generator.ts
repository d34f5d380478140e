import { type LoadOrder, PacedLoad } from '@governance/testing';

// A process of its own, so that its work is not the service's.
process.once('message', (order: LoadOrder) => {
  void new PacedLoad(order).run().then((result) => {
    process.send?.(result, () => process.exit(0));
  });
});
