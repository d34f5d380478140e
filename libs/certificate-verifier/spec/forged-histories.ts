import { newEd25519Key } from '@governance/testing';
import { cosigner, noteSigner } from '@governance/transparency';
import { type ForgeryKind } from './forgery-kind';
import { cosignaturesOf, renamed, retimed, withCosignatures } from './proof-text';
import { stolenAt } from './thief';
import { seconds } from './watched-log';

const genuine = /^Genuine: the certificate is as it was issued, and it was not withdrawn\.$/;
const invalid =
  /^Not genuine: its proof of the public log is invalid: the signature of w\d\.witness\.example is invalid\.$/;
const tooFew = (count: number): RegExp =>
  new RegExp(
    `^Genuine, but this could not be checked: whether the public log shows everyone the same history \\(too few of its witnesses have confirmed its entry: ${count} of [23]\\)\\.$`,
  );

/** Certificates in a tree that the key of the log signed, and that no reader but the thief's victim sees. */
const splitViews: readonly ForgeryKind[] = [
  {
    name: 'in another tree',
    colour: 'amber',
    sentence: tooFew(0),
    forge: (thief) => thief.inOwnTree(),
  },
  {
    name: 'in another tree, with cosignatures of the real one',
    colour: 'red',
    sentence: invalid,
    forge: (thief) =>
      thief.inOwnTree([], (proof) => withCosignatures(proof, cosignaturesOf(thief.genuine().proof))),
  },
  {
    name: 'in another tree, with cosignatures of the real one at other times',
    colour: 'red',
    sentence: invalid,
    forge: (thief) => {
      const time = seconds(thief.past());
      const lines = cosignaturesOf(thief.genuine().proof).map((line) => retimed(line, time));
      return thief.inOwnTree([], (proof) => withCosignatures(proof, lines));
    },
  },
  {
    name: 'in another tree, cosigned by the stolen witness',
    colour: 'amber',
    sentence: tooFew(1),
    isWitnessStolen: true,
    forge: (thief) => thief.inOwnTree([thief.watched.stolenWitness(seconds(thief.past()))]),
  },
  {
    name: 'in another tree, cosigned by the stolen witness at several times',
    colour: 'amber',
    sentence: tooFew(1),
    isWitnessStolen: true,
    forge: (thief) =>
      thief.inOwnTree(
        [thief.past(), thief.past(), stolenAt].map((time) => thief.watched.stolenWitness(seconds(time))),
      ),
  },
  {
    name: 'in another tree, cosigned by the stolen witness under the names of the others',
    colour: 'amber',
    sentence: tooFew(1),
    isWitnessStolen: true,
    forge: (thief) => {
      const time = seconds(thief.past());
      const [stolen, ...others] = thief.watched.parts.witnesses;
      if (!stolen) throw new Error('there is no witness');
      const posing = others.map(({ name }) => cosigner({ ...stolen, name }, { sign: stolen.sign, time }));
      return thief.inOwnTree([thief.watched.stolenWitness(time), ...posing]);
    },
  },
  {
    name: 'in another tree, cosigned by the stolen witness under the keys of the others',
    colour: 'red',
    sentence: invalid,
    isWitnessStolen: true,
    forge: (thief) => {
      const honest = cosignaturesOf(thief.genuine().proof);
      return thief.inOwnTree([thief.watched.stolenWitness(seconds(thief.past()))], (proof) => {
        const [own = ''] = cosignaturesOf(proof);
        return withCosignatures(proof, [own, ...honest.slice(1).map((line) => renamed(own, line))]);
      });
    },
  },
  {
    name: 'in another tree, cosigned by the stolen witness beside others of the real one',
    colour: 'red',
    sentence: invalid,
    isWitnessStolen: true,
    forge: (thief) => {
      const [, ...others] = cosignaturesOf(thief.genuine().proof);
      return thief.inOwnTree([thief.watched.stolenWitness(seconds(stolenAt))], (proof) =>
        withCosignatures(proof, [...cosignaturesOf(proof), ...others]),
      );
    },
  },
  {
    name: 'in another tree, cosigned by the stolen witness at no time',
    colour: 'red',
    sentence: /^Not genuine: its proof of the public log is invalid: a witness has no valid time\.$/,
    isWitnessStolen: true,
    forge: (thief) => thief.inOwnTree([thief.watched.stolenWitness(2 ** thief.random.between(40, 52))]),
  },
  {
    name: 'in another tree, cosigned by strangers',
    colour: 'amber',
    sentence: tooFew(0),
    forge: (thief) => {
      const time = seconds(thief.past());
      const strangers = thief.watched.parts.witnesses.map(({ name }) => newEd25519Key(name));
      return thief.inOwnTree(strangers.map((key) => cosigner(key, { sign: key.sign, time })));
    },
  },
  {
    name: 'in another tree, with witnesses that sign as logs do',
    colour: 'amber',
    sentence: tooFew(0),
    isWitnessStolen: true,
    forge: (thief) =>
      thief.inOwnTree(thief.watched.parts.witnesses.slice(0, 1).map((key) => noteSigner(key, key.sign))),
  },
  {
    name: 'in a log of another key',
    colour: 'red',
    sentence: /^Not genuine: its proof of the public log is invalid: no known key signed this note\.$/,
    forge: (thief) => thief.inOtherLog(thief.watched.parts.log.key.name),
  },
  {
    name: 'in a log of another name',
    colour: 'red',
    sentence: /^Not genuine: its proof of the public log is invalid: it is of another log\.$/,
    forge: (thief) => thief.inOtherLog('elsewhere.example/.well-known/certificate-log'),
  },
];

/** Genuine certificates whose proof says something else about time or witnesses. */
const otherTimes: readonly ForgeryKind[] = [
  {
    name: 'genuine, with earlier times of its witnesses',
    colour: 'red',
    sentence: invalid,
    forge: (thief) => {
      const certificate = thief.genuine();
      const lines = cosignaturesOf(certificate.proof).map((line) => retimed(line, seconds(thief.past())));
      return thief.reissued(certificate, withCosignatures(certificate.proof, lines));
    },
  },
  {
    name: 'genuine, with the cosignature of the first witness alone',
    colour: 'amber',
    sentence: tooFew(1),
    forge: (thief) => {
      const certificate = thief.genuine();
      const lines = cosignaturesOf(certificate.proof).slice(0, 1);
      return thief.reissued(certificate, withCosignatures(certificate.proof, lines));
    },
  },
];

/** Certificates that the witnessed log has: the monitor finds them, and verifiers state no earlier time. */
const inTheLog: readonly ForgeryKind[] = [
  {
    name: 'genuine, dated back by the stolen witness',
    colour: 'green',
    sentence: genuine,
    isWitnessStolen: true,
    forge: async (thief) => {
      const certificate = thief.genuine();
      const { proof } = certificate;
      const time = seconds(thief.past());
      const [, ...others] = cosignaturesOf(proof);
      const text = proof.slice(proof.indexOf('\n\n') + 2, proof.lastIndexOf('\n\n') + 1);
      const bytes = await thief.watched.stolenWitness(time).sign(new TextEncoder().encode(text));
      const [own = ''] = cosignaturesOf(proof);
      const [dash, name, signature = ''] = own.split(' ');
      const id = Buffer.from(signature, 'base64').subarray(0, 4);
      const line = `${dash ?? ''} ${name ?? ''} ${Buffer.concat([id, bytes]).toString('base64')}`;
      return {
        ...thief.reissued(certificate, withCosignatures(proof, [line, ...others])),
        logged: certificate,
      };
    },
  },
  {
    name: 'entered in the log, and dated back',
    colour: 'amber',
    sentence:
      /^Genuine, but it is dated \d+ \w+ 2026 and is in the public log only since 29 November 2026\.$/,
    forge: (thief) => thief.entered(thief.claims({ issuedAt: thief.past() })),
  },
  {
    name: 'entered in the log, and dated back, with a domain that was proven today',
    colour: 'green',
    sentence: genuine,
    forge: (thief) => {
      const domain = { name: 'msp.example', provenAt: stolenAt.toISOString() };
      return thief.entered(thief.claims({ issuedAt: thief.past(), domain }));
    },
  },
  {
    name: 'entered in the log',
    colour: 'green',
    sentence: genuine,
    forge: (thief) => thief.entered(thief.claims()),
  },
  {
    name: 'withdrawn, with a status list that the thief signed',
    colour: 'green',
    sentence: genuine,
    forge: (thief) => {
      const { issued } = thief.withdrawn();
      return { ...thief.reissued(issued, issued.proof), logged: issued };
    },
  },
];

export const forgedHistories = [...splitViews, ...otherTimes, ...inTheLog];
