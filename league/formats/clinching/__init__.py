"""Who can still finish among the first so many, and who is certain to: exactly, on points alone.

A win gives two half points, a draw one to each: every match gives two. Whoever can finish level on points with the
last place "can"; "certain" is only who cannot even be caught level, whatever the tie-breaks. That both lose a match, as
two who forfeit do, is not reckoned with. In an elimination the question answers itself: who is not out, can.
"""
