import { certificateDeliveryStatus, type DeliveryProgress } from './certificate-delivery-status';

const queuedAt = new Date('2026-11-20T12:00:00.000Z');
const soon = new Date('2026-11-20T12:00:05.000Z');
const sentAt = new Date('2026-11-20T12:00:03.000Z');
const threeDaysLater = new Date('2026-11-23T12:00:00.000Z');

function delivery(overrides: Partial<DeliveryProgress>): DeliveryProgress {
  return { state: 'queued', queuedAt, sentAt: undefined, isDelayed: false, isBlocked: false, ...overrides };
}

describe('the status of a delivery', () => {
  it.each([
    [undefined, { status: 'none' }],
    [delivery({}), { status: 'queued', queuedAt }],
    [delivery({ isDelayed: true }), { status: 'waiting', queuedAt }],
    [delivery({ state: 'sent', sentAt }), { status: 'sent', queuedAt, sentAt }],
    [delivery({ state: 'parked', isDelayed: true }), { status: 'failed', queuedAt }],
    [delivery({ state: 'cancelled' }), { status: 'none' }],
  ])('follows from its progress: %#', (progress, expected) => {
    expect(certificateDeliveryStatus(progress, soon)).toEqual(expected);
  });

  it.each([
    ['a blocked address', delivery({ state: 'cancelled', isBlocked: true })],
    ['a recipient with too many waiting messages', delivery({ state: 'merged' })],
  ])('looks for %s as for a mail server that never accepts the message', (_what, hidden) => {
    const refused = delivery({ isDelayed: true });
    const givenUp = delivery({ state: 'parked', isDelayed: true });
    expect(certificateDeliveryStatus(hidden, soon)).toEqual(certificateDeliveryStatus(refused, soon));
    expect(certificateDeliveryStatus(hidden, threeDaysLater)).toEqual(
      certificateDeliveryStatus(givenUp, threeDaysLater),
    );
  });
});
