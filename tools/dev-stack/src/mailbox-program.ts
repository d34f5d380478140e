// The mailbox as the only program of a container, where the host publishes its ports.
import { startMailbox } from './mailbox';

void startMailbox({ smtp: 1025, web: 8025, host: '0.0.0.0' }).then((mailbox) => {
  // As the first process it gets no default handler.
  process.once('SIGTERM', () => void mailbox.close());
});
