import fc from 'fast-check';

// For mutation testing: a property that fails has killed the mutant, and to shrink its example may
// take longer than Stryker waits, which then can't tell a mutant that hangs from one that survives.
fc.configureGlobal({ endOnFailure: true });
