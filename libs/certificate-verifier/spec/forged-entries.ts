import { logMinute, logProofExtra } from '../src/log-entry';
import { withExtra } from './proof-text';
import { type ForgeryKind } from './forgery-kind';
import { stolenAt, type Thief } from './thief';
import { type WatchedCertificate } from './watched-log';

function other(thief: Thief, than: WatchedCertificate): WatchedCertificate {
  for (;;) {
    const found = thief.genuine();
    if (found !== than) return found;
  }
}

const noProof = /^Not genuine: the file does not contain log-proof\.txt\.$/;
const notLogged =
  /^Not genuine: its key signs only certificates that are in the public log, and it is not\.$/;
const otherEntry =
  /^Not genuine: its proof of the public log is invalid: the log does not have this entry\.$/;

/** New certificates, and changed ones under the id of a logged one: the log has no entry for them. */
const newCertificates: readonly ForgeryKind[] = [
  {
    name: 'without a proof',
    colour: 'red',
    sentence: noProof,
    forge: (thief) => thief.file(thief.claims(), { logEntry: thief.random.between(0, 99) }),
  },
  {
    name: 'in an old layout',
    colour: 'red',
    sentence: notLogged,
    forge: (thief) =>
      thief.file(thief.claims({ issuedAt: thief.past() }), { layout: thief.random.pick([1, 2, 4]) }),
  },
  {
    name: 'in an old layout, with an entry on its page',
    colour: 'red',
    sentence: noProof,
    forge: (thief) => thief.file(thief.claims(), { layout: 4, logEntry: thief.genuine().index }),
  },
  {
    name: 'in an old layout, with the proof of another certificate',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { proof, index } = thief.genuine();
      return thief.file(thief.claims(), { layout: 4, proof, logEntry: index });
    },
  },
  {
    name: 'with the proof of another certificate',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { proof, index } = thief.genuine();
      return thief.file(thief.claims(), { proof, logEntry: index });
    },
  },
  {
    name: 'with a salt of its own in the proof of another certificate',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { proof, index, event } = thief.genuine();
      const extra = logProofExtra({ salt: thief.salt(), minute: logMinute(event.at) });
      return thief.file(thief.claims(), { proof: withExtra(proof, extra), logEntry: index });
    },
  },
  {
    name: 'with another score under a logged id',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { claims, proof, index } = thief.genuine();
      return thief.file({ ...claims, overallScore: 100 - claims.overallScore }, { proof, logEntry: index });
    },
  },
  {
    name: 'dated back under a logged id',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { claims, proof, index } = thief.genuine();
      return thief.file({ ...claims, issuedAt: thief.past() }, { proof, logEntry: index });
    },
  },
  {
    name: 'with a domain under a logged id',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { claims, proof, index } = thief.genuine();
      const domain = { name: 'msp.example', provenAt: stolenAt.toISOString() };
      return thief.file({ ...claims, domain }, { proof, logEntry: index });
    },
  },
  {
    name: 'withdrawn, and signed again under another status',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { claims, proof, index } = thief.withdrawn().issued;
      return thief.file({ ...claims, statusIndex: claims.statusIndex + 1 }, { proof, logEntry: index });
    },
  },
  {
    name: 'as a code alone',
    colour: 'amber',
    sentence: /^Genuine, but this could not be checked: the file and its page\.$/,
    forge: (thief) => {
      const claims = thief.claims();
      const { result } = thief.file(claims, {});
      return { certificate: { credential: thief.watched.issuer.credential(claims) }, result };
    },
  },
];

/** Genuine certificates with the proof of something else. */
const otherProofs: readonly ForgeryKind[] = [
  {
    name: 'with the entry that withdraws it',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const { issued, withdrawal } = thief.withdrawn();
      return thief.reissued(issued, withdrawal.proof, withdrawal.index);
    },
  },
  {
    name: 'with an earlier minute',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const certificate = thief.genuine();
      const { salt } = certificate.event;
      const extra = logProofExtra({ salt, minute: logMinute(thief.past()) });
      return thief.reissued(certificate, withExtra(certificate.proof, extra));
    },
  },
  {
    name: 'with the number of another entry on its page',
    colour: 'red',
    sentence: /^Not genuine: the proof is of another entry of the public log than the page shows\.$/,
    forge: (thief) => {
      const certificate = thief.genuine();
      return thief.reissued(certificate, certificate.proof, certificate.index + 1);
    },
  },
  {
    name: 'with the number of another entry',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const certificate = thief.genuine();
      const { index } = other(thief, certificate);
      const proof = certificate.proof.replace(/^index .*$/m, `index ${index}`);
      return thief.reissued(certificate, proof, index);
    },
  },
  {
    name: 'with the path of another entry',
    colour: 'red',
    sentence: otherEntry,
    forge: (thief) => {
      const certificate = thief.genuine();
      const { proof, index } = other(thief, certificate);
      const own = certificate.proof.slice(0, certificate.proof.indexOf('index '));
      return thief.reissued(certificate, own + proof.slice(proof.indexOf('index ')), index);
    },
  },
];

export const forgedEntries = [...newCertificates, ...otherProofs];
