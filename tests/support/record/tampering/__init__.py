"""What somebody may do to a record, done for real on a small hall's store; docs/audit.md is generated from it."""
