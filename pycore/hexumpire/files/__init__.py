"""Documents in and out: scenarios, records, links, chart packs."""
