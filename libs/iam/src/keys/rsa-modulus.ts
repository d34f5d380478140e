import { KeyRefused } from './key-refused';

const [fewestBits, mostBits] = [2048, 8192];
export const rsaExponent = 65_537n;

/** A modulus with a small prime factor is insecure. */
const smallDivisors = odd(3, 2_000);
/** Primes that the generator of CVE-2017-15361 (ROCA) multiplied; its moduli are powers of 65537 modulo each. */
const rocaPrimes = odd(3, 167).filter((n) => odd(3, Math.sqrt(n)).every((divisor) => n % divisor !== 0));
const rocaResidues = rocaPrimes.map((prime) => ({ prime: BigInt(prime), residues: powers(prime) }));

/** Refuses a modulus that is too short, too long, or known to be weak. Throws `KeyRefused`. */
export function checkModulus(modulus: bigint): void {
  const bits = modulus.toString(2).length;
  if (bits < fewestBits || bits > mostBits) {
    throw new KeyRefused(`must be an RSA key of ${fewestBits} to ${mostBits} bits`);
  }
  if (isKnownWeak(modulus)) {
    throw new KeyRefused('is a known weak key');
  }
}

/** Whether a modulus has a small factor or the ROCA fingerprint. */
export function isKnownWeak(modulus: bigint): boolean {
  return hasSmallDivisor(modulus) || isRoca(modulus);
}

function hasSmallDivisor(modulus: bigint): boolean {
  return modulus % 2n === 0n || smallDivisors.some((divisor) => modulus % BigInt(divisor) === 0n);
}

function isRoca(modulus: bigint): boolean {
  return rocaResidues.every(({ prime, residues }) => residues.has(modulus % prime));
}

function powers(prime: number): ReadonlySet<bigint> {
  const seen = new Set<bigint>();
  for (let power = 1n; !seen.has(power); power = (power * rsaExponent) % BigInt(prime)) seen.add(power);
  return seen;
}

function odd(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / 2) + 1) }, (_, index) => from + 2 * index);
}
